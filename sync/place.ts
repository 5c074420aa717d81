import type { Known } from "./state.ts";
import { guarded, hashOf, isInFolder, mostBytes, refuse, tell, type Item, type Step } from "./step.ts";
import { RefusedError, type Listed } from "./target.ts";

/** Of files with the same bytes, one is placed; those whose bytes are under a right name already are copies. */
export function choose(step: Step): void {
  const { holders, settled, items, leaving, nameOf, options } = step;
  for (const [sha256, files] of Map.groupBy(step.wanted, (one) => one.sha256)) {
    const holder = holders.get(sha256);
    const name = holder?.externalId ?? null;
    const isPlaced = name !== null && (settled.has(name) || !name.startsWith(options.prefix));
    const copies = files.toSorted(
      (a, b) =>
        Number(a.refused !== undefined) - Number(b.refused !== undefined) || (a.path < b.path ? -1 : 1),
    );
    if (!isPlaced) items.set(sha256, { copies, isOpen: true });
    for (const [n, { path }] of copies.entries()) {
      if (isPlaced) tell(step, "skipped", path, `the theme has the same file as ${name}`);
      if (isPlaced || n > 0 || holder !== undefined) leaving.add(nameOf(path));
    }
  }
}

/** The item whose document has the name that this one needs. */
function inTheWay({ documents, items, nameOf }: Step, { copies: [file] }: Item): Item | undefined {
  const occupant = file === undefined ? undefined : documents.get(nameOf(file.path));
  return occupant === undefined ? undefined : items.get(occupant.sha256);
}

/** Each item is followed by the one that must go first; in a circle, the last is followed by the first. */
function chainsOf(step: Step, all: readonly Item[]): Item[][] {
  const among = new Set(all);
  const next = (item: Item) => {
    const found = inTheWay(step, item);
    return found !== undefined && among.has(found) ? found : undefined;
  };
  const followers = new Set(all.map(next));
  const seen = new Set<Item>();
  const chains = [...all.filter((item) => !followers.has(item)), ...all].map((start) => {
    const chain: Item[] = [];
    for (let item: Item | undefined = start; item !== undefined && !seen.has(item);) {
      seen.add(item);
      chain.push(item);
      item = next(item);
    }
    return chain;
  });
  return chains.filter((chain) => chain.length > 0);
}

/**
 * Places all items, and again those that found another's document under their name: if a file of theirs was refused, another
 * copy is to have the document, under a name of its own.
 */
export async function placeAll(step: Step, inParallel: (chains: Item[][]) => Promise<void>): Promise<void> {
  for (let left: Item[] = [...step.items.values()], before = Infinity; left.length > 0;) {
    const copies = left.reduce((sum, item) => sum + item.copies.length, 0);
    step.later = copies < before ? [] : null;
    before = copies;
    await inParallel(chainsOf(step, left));
    left = step.later ?? [];
  }
}

export async function carryOut(step: Step, chain: Item[]): Promise<void> {
  const [first] = chain;
  const last = chain.at(-1);
  const [file] = first?.copies ?? [];
  const formerly = new Map(
    chain.map((item) => [item, step.holders.get(item.copies[0]?.sha256 ?? "")?.externalId ?? null]),
  );
  if (file !== undefined && last !== undefined && inTheWay(step, last) === first)
    await guarded(step, file.path, () => setAside(step, file));
  for (const item of chain.toReversed()) {
    step.signal.throwIfAborted();
    await place(step, item, formerly.get(item) ?? null);
  }
}

async function readAgain(step: Step, { path, sha256 }: Known): Promise<Buffer> {
  const bytes = await step.source.read(path, mostBytes);
  if (hashOf(bytes) !== sha256) throw new Error("it was changed while the source was read; run again");
  return bytes;
}

/** Gives a document a name that no file has, since all sources leave hidden ones out; the next run would find it there. */
async function setAside(step: Step, file: Known): Promise<void> {
  const { holders, target, nameOf, options } = step;
  const document = holders.get(file.sha256);
  if (document === undefined) return;
  const name = nameOf(`.footnote-sync/${file.sha256}`);
  if (!options.isDryRun)
    await target.put(name, fileNameOf(file), await readAgain(step, file), document.externalId);
  step.documents.delete(document.externalId);
  document.externalId = name;
  step.documents.set(name, document);
  step.leaving.add(name);
}

const fileNameOf = ({ path }: Known) => path.split("/").at(-1) ?? path;

/** Gives the document of these bytes its name, once that is free; a document that no file needs makes way. */
async function place(step: Step, item: Item, formerly: string | null): Promise<void> {
  const { documents, holders, nameOf, hold, later } = step;
  for (const file of [...item.copies]) {
    const { path, sha256 } = file;
    if (!item.isOpen) {
      tell(step, "skipped", path, `the theme has the same file as ${holders.get(sha256)?.externalId}`);
      continue;
    }
    const occupant = documents.get(nameOf(path));
    const isNeeded = occupant !== undefined && step.items.get(occupant.sha256)?.isOpen === true;
    if (isNeeded && later !== null) return void later.push(item);
    if (isNeeded)
      return tell(step, hold?.act ?? "failed", path, "another file's document still has its name; run again");
    let outcome: Awaited<ReturnType<typeof send>> | "failed" = "failed";
    await guarded(step, path, async () => {
      const bytes = await readAgain(step, file);
      if (occupant !== undefined && holders.has(sha256) && !(await remove(step, occupant)))
        return tell(step, hold?.act ?? "failed", path, "a document that was not deleted still has its name");
      outcome = await send(step, file, bytes, formerly);
      if (outcome === "taken") item.isOpen = false;
      else item.copies = item.copies.filter((other) => other !== file);
    });
    if (outcome === "failed") return;
    if (item.copies.length === 0) step.inFolder.delete(sha256);
  }
  item.isOpen = false;
}

export async function send(
  step: Step,
  found: Known,
  bytes: Buffer,
  formerly: string | null,
): Promise<"taken" | "refused"> {
  const { target, state, options, nameOf, documents, holders } = step;
  const { path, sha256 } = found;
  const name = nameOf(path);
  const holder = holders.get(sha256);
  const occupant = documents.get(name);
  try {
    const outcome = !options.isDryRun
      ? await target.put(name, fileNameOf(found), bytes, holder?.externalId ?? null)
      : holder !== undefined
        ? "linked"
        : occupant === undefined
          ? "created"
          : "replaced";
    if (outcome === "unchanged") step.counts.unchanged += 1;
    else tell(step, outcome, path, formerly === null ? "" : `formerly ${formerly}`);
  } catch (error) {
    if (!(error instanceof RefusedError) || !ofFile.includes(error.status)) throw error;
    state.keep({ ...found, refused: error.message, mayChange: !ofBytes.includes(error.status) });
    refuse(step, found, error.message);
    return "refused";
  }
  if (holder !== undefined) documents.delete(holder.externalId);
  if (occupant !== undefined && holders.get(occupant.sha256) === occupant) holders.delete(occupant.sha256);
  const document = { ...(holder ?? occupant ?? { id: 0, etag: "" }), externalId: name, sha256 };
  documents.set(name, document);
  holders.set(sha256, document);
  step.settled.add(name);
  return "taken";
}

/** Other files may be taken. */
const ofFile = [400, 413, 415];
/** The same bytes would be refused again; which kinds are taken (415) may change. */
const ofBytes = [400, 413];
/** @returns whether the theme has the document no more */
export async function remove(step: Step, document: Listed): Promise<boolean> {
  const { hold, options, target, documents, holders } = step;
  const name = document.externalId ?? "";
  const path = name.slice(options.prefix.length);
  if (hold !== null || isInFolder(step, document)) return false;
  if (!options.isDryRun && !(await target.remove(name, document.etag))) return false;
  documents.delete(name);
  if (holders.get(document.sha256) === document) holders.delete(document.sha256);
  tell(step, "deleted", path, step.refused.get(document.sha256) ?? "");
  return true;
}
