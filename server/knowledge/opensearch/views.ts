/** A version with the segment that its records were made from. */
export type Unit = {
  document: number;
  segment: number;
  passages: number;
  isWritten: boolean;
  /** The digest of the vectors that its records hold; null: none. */
  vectors: string | null;
};

export type Instead = { documentId: number; versionId: number | null };
export type Theme = {
  company_id: number;
  id: number;
  content_version: number;
  instead?: readonly Instead[];
};
export type ThemeAt = { companyId: number; themeId: number };

/** What the answering index has of a theme, or may have while it is written; null if no index answers. */
export type ReadUnits = (theme: ThemeAt) => Promise<{ index: string; units: Unit[] } | null>;

/** What the database has of themes, within the asking company. */
export type Contents<Read> = {
  contents(place: ThemeAt & { instead: readonly Instead[] }): Promise<Content[]>;
  read(place: { companyId: number; ids: number[] }): Promise<{ segment: number; content: Read }[]>;
};
/** `bytes`: its size; `digest`: of vectors, what tells them from others of the same version. */
export type Content = { document: number; segment: number; bytes: number; digest?: string };

/** What the index has of a theme's contents, at one version of them. */
export type View<Kept> = {
  version: string;
  /** null: no index answers. */
  index: string | null;
  /** Versions whose records are of no use. */
  without: number[];
  /** Contents that the index lacks: they are read here. */
  missing: Content[];
  /** Of all contents. */
  bytes: number;
  kept: Kept;
  at: number;
};

/** What the index lacks is looked up again after this long, as long as it lacks something. */
const viewMs = 1_000;
const mostViews = 1_000;

/** @param isHeld whether the index has this content; `keep` says what to remember of those that it has */
export function openViews<Kept>(
  units: ReadUnits,
  { contents }: Pick<Contents<unknown>, "contents">,
  { isHeld, keep }: { isHeld(unit: Unit, content: Content): boolean; keep(answering: Unit[]): Kept },
) {
  const views = new Map<string, View<Kept>>();

  async function of(theme: Theme): Promise<View<Kept>> {
    const instead = theme.instead ?? [];
    const key = `${theme.company_id}/${theme.id}/${instead.map(({ documentId, versionId }) => `${documentId}:${versionId}`).join("/")}`;
    const version = String(theme.content_version);
    const known = views.get(key);
    const isCurrent = known?.version === version;
    const isComplete = known !== undefined && known.index !== null && known.missing.length === 0;
    if (isCurrent && (isComplete || performance.now() - known.at < viewMs)) return known;
    const place = { companyId: theme.company_id, themeId: theme.id };
    const held = await units(place);
    const own = await contents({ ...place, instead });
    const contentOf = new Map(own.map((content) => [content.segment, content]));
    const answering = (held?.units ?? []).filter((unit) => {
      const content = contentOf.get(unit.segment);
      return content !== undefined && isHeld(unit, content);
    });
    const documents = new Set(answering.map(({ document }) => document));
    const view = {
      version,
      index: held?.index ?? null,
      without: (held?.units ?? []).flatMap(({ document }) => (documents.has(document) ? [] : [document])),
      missing: own.filter(({ document }) => !documents.has(document)),
      bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
      kept: keep(answering),
      at: performance.now(),
    };
    views.delete(key);
    views.set(key, view);
    for (const oldest of [...views.keys()].slice(0, Math.max(0, views.size - mostViews)))
      views.delete(oldest);
    return view;
  }

  return { of, clear: () => views.clear() };
}
