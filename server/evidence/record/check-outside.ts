import type { WitnessReader } from "./witnesses/witness.ts";
import type { Problem } from "./check.ts";
import { isSignedBy, parseNote, type Note } from "./note.ts";

/** The outside head that a log was compared with. */
export type OutsideHead = { place: string; size: number };

type Log = {
  stream: number;
  size: number;
  /** The log's root at one of its sizes. */
  rootAt(size: number): Promise<Buffer>;
  /** Public keys that have signed heads. */
  keys: Buffer[];
};

/**
 * Compares a log with the newest head stored in a place. On a mismatch, earlier heads locate its beginning.
 * @returns null for a place without heads of this log
 * @throws Error if the place can't be read
 */
export async function holdAgainst(
  log: Log,
  place: string,
  reader: WitnessReader,
): Promise<{ outside: OutsideHead; problem: Problem | null } | null> {
  const sizes = await reader.sizes(log.stream);
  const newest = sizes.at(-1);
  if (newest === undefined) return null;
  const outside = { place, size: newest };
  const note = parseNote(await reader.note(log.stream, newest));
  if (note === null || !isOurs(note, log, newest))
    return { outside, problem: { kind: "outside-head", from: newest, to: newest } };
  if (newest <= log.size && (await log.rootAt(newest)).equals(note.head.root))
    return { outside, problem: null };
  const lastGood = await lastFitting(log, reader, sizes);
  const firstBad = sizes.find((size) => size > lastGood) ?? newest;
  // every head within the log's size matches: the log was truncated, or is an older copy
  if (firstBad > log.size) return { outside, problem: { kind: "missing", from: log.size + 1, to: newest } };
  return { outside, problem: { kind: "rewritten", from: lastGood + 1, to: firstBad } };
}

/** The largest size whose head matches; all larger ones fail, since a tree can't return to an earlier state. */
async function lastFitting(log: Log, reader: WitnessReader, sizes: number[]): Promise<number> {
  let low = -1;
  let high = sizes.length;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const size = sizes[middle] ?? 0;
    if (await fits(log, reader, size)) low = middle;
    else high = middle;
  }
  return low < 0 ? 0 : (sizes[low] ?? 0);
}

async function fits(log: Log, reader: WitnessReader, size: number): Promise<boolean> {
  if (size > log.size) return false;
  const note = parseNote(await reader.note(log.stream, size));
  return note !== null && isOurs(note, log, size) && (await log.rootAt(size)).equals(note.head.root);
}

function isOurs(note: Note, { stream, keys }: Log, size: number): boolean {
  const { origin } = note.head;
  return (
    note.head.size === size &&
    origin.endsWith(`/record/${stream}`) &&
    keys.some((key) => isSignedBy(note, key))
  );
}
