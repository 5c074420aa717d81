import { at } from "#engine/arrays.ts";
import { sectionPart, sequence, textPart, type StoredDocument } from "#engine/index/theme-store.ts";
import { ATTACHED, type AskedSection } from "#engine/query/section-question.ts";
import { termsIn } from "#engine/text/analyze.ts";

/** A passage of the part: whether it belongs to the part itself or to one of its own parts, and is under its heading. */
export type SectionHit = { document: StoredDocument; passage: number; isWhole: boolean; isUnder: boolean };

type SectionsIn = {
  places: ReadonlyMap<number, number>;
  document(place: number): StoredDocument | undefined;
  term(word: string): number;
};

/** Parts of one part that are looked up: 3.1 to 3.40. */
const MOST_PARTS = 40;
const MOST_HITS = 40;

/**
 * The passages of the part with this number, in the order of their documents: those under its heading or that begin with
 * its number, then those of its own parts. Where a heading of a document has the asked kind before the number, only such
 * headings count there, and the document comes first; before it, those whose title has most of the words asked for.
 */
export function sectionHits(
  store: SectionsIn,
  asked: AskedSection,
  documents: ReadonlySet<number> | undefined,
): SectionHit[] {
  const { kind, label, below } = labelsOf(asked);
  const [ofKind, ofLabel, ofParts] = [
    [...kind, ...label].map(store.term),
    label.map(store.term),
    below.map(store.term),
  ];
  const title = new Set(asked.document.map(store.term));
  const hits: (SectionHit & { order: number })[] = [];
  const searched = [...store.places]
    .sort(([one], [other]) => one - other)
    .flatMap(([id, place]) => (documents?.has(id) === false ? [] : (store.document(place) ?? [])));
  const sharedWith = (document: StoredDocument) =>
    title.size === 0 ? 0 : new Set(document.title.filter((term) => term !== 0 && title.has(term))).size;
  // a theme may have more documents than a call takes arguments
  const most = searched.reduce((sum, document) => Math.max(sum, sharedWith(document)), 1);
  for (const document of searched) {
    const named = kind.length === 0 ? [] : hitsUnder(document, ofKind);
    const own = named.length > 0 ? named : hitsIn(document, ofLabel, ofParts, asked.number.includes("."));
    const first = (sharedWith(document) === most ? 0 : 6) + (named.length > 0 ? 0 : 3);
    hits.push(...own.map((hit) => ({ ...hit, order: first + (hit.isUnder ? 0 : hit.isWhole ? 1 : 2) })));
  }
  return hits.toSorted((one, other) => one.order - other.order).slice(0, MOST_HITS);
}

/** The passages of several parts: the first of each, then the second of each; none twice. */
export function inTurn<Hit extends { document: { id: number }; passage: number }>(
  parts: readonly Hit[][],
): Hit[] {
  const known = new Set<string>();
  const most = Math.max(0, ...parts.map((hits) => hits.length));
  return Array.from({ length: most }, (_, index) => parts.flatMap((hits) => hits.slice(index, index + 1)))
    .flat()
    .filter(({ document, passage }) => {
      const before = known.size;
      return known.add(`${document.id} ${passage}`).size > before;
    });
}

/** The passages under a heading with these terms beside each other. */
function hitsUnder(document: StoredDocument, label: readonly number[]): SectionHit[] {
  const own = localTerms(document, label);
  if (own.length < label.length) return [];
  return Array.from({ length: document.passages }, (_, passage) => passage)
    .filter((passage) => hasHeading(sequence(document, sectionPart(document, passage)), own, true, true))
    .map((passage) => ({ document, passage, isWhole: true, isUnder: true }));
}

function hitsIn(
  document: StoredDocument,
  label: readonly number[],
  parts: readonly number[],
  isClear: boolean,
): SectionHit[] {
  const own = localTerms(document, label);
  const below = new Set(localTerms(document, parts));
  const isKnown = label.length > 0 && own.length === label.length;
  const hits: SectionHit[] = [];
  if (!isKnown && below.size === 0) return hits;
  for (let passage = 0; passage < document.passages && hits.length < MOST_HITS; passage++) {
    const path = sequence(document, sectionPart(document, passage));
    const text = sequence(document, textPart(document, passage));
    const isUnder = isKnown && hasHeading(path, own, isClear, true);
    // a number that begins a line is one of a heading if the path has it too: `§ 6 Archive`, not `day\n3 of a contract`
    const isInPath = isKnown && own.every((term) => path.includes(term));
    const isWhole = isUnder || (isKnown && hasHeading(text, own, isClear || isInPath, false));
    const isPart = [path, text].some((tokens) =>
      tokens.some((token, index) => below.has(token) && begins(tokens, index)),
    );
    if (isWhole || isPart) hits.push({ document, passage, isWhole, isUnder });
  }
  return hits;
}

/** The terms of the part's kind, of its label without it, and the labels of its own parts. */
export function labelsOf({ kind, number }: AskedSection): {
  kind: string[];
  label: string[];
  below: string[];
} {
  const ofKind = kind === null ? [] : termsIn(kind);
  if (!/^\d/.test(number)) return { kind: [], label: [...ofKind, ...termsIn(number)], below: [] };
  const isAttached = kind !== null && ATTACHED.has(kind);
  const below = Array.from({ length: isAttached ? 0 : MOST_PARTS }, (_, part) => `${number}.${part + 1}`);
  return { kind: ofKind, label: [number], below };
}

/** The document's numbers of the theme's terms, those that it has. */
function localTerms(document: StoredDocument, terms: readonly number[]): number[] {
  return terms.flatMap((term) => {
    const local = term === 0 ? -1 : document.terms.indexOf(term);
    return local < 0 ? [] : [local];
  });
}

/**
 * Whether a line begins with the label, or a heading of a path does; a bare number must also end there, as in `3. Refunds`.
 */
function hasHeading(
  tokens: Uint16Array | Uint32Array,
  label: readonly number[],
  isClear: boolean,
  isPath: boolean,
): boolean {
  return tokens.some((_, index) => {
    const isStart = isPath || begins(tokens, index);
    if (!isStart || !label.every((term, more) => at(tokens, index + more) === term)) return false;
    return isClear || label.length > 1 || index === 0 || at(tokens, index + label.length) === 0;
  });
}

const begins = (tokens: Uint16Array | Uint32Array, index: number) =>
  index === 0 || at(tokens, index - 1) === 0;
