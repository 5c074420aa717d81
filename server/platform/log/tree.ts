import { folded, joined, subtreesOf, type Range, type Subtree } from "./merkle.ts";

/**
 * Levels of complete subtrees whose hashes are stored, in addition to the leaves (level 0). A hash of any other level is
 * computed from at most 128 stored ones.
 */
export const storedLevels: readonly number[] = [8, 16, 24];

/** Hashes [from, to) of one level. */
export type Row = { level: number; from: number; to: number };

/** The stored hashes needed to compute the hashes of these ranges. */
export function rowsFor(ranges: Range[]): Row[] {
  return ranges.flatMap(subtreesOf).map(rowOf);
}

function rowOf({ level, place }: Subtree): Row {
  const base = [...storedLevels].toReversed().find((stored) => stored <= level) ?? 0;
  const width = 2 ** (level - base);
  return { level: base, from: place * width, to: (place + 1) * width };
}

/** A hash that the log needs is missing. */
export class MissingHashError extends Error {}

/**
 * The hash of a range from stored hashes.
 * @throws MissingHashError
 */
export function hashOf(range: Range, stored: (level: number, place: number) => Buffer | undefined): Buffer {
  return joined(
    subtreesOf(range).map((subtree) => {
      const { level, from, to } = rowOf(subtree);
      const hashes = Array.from({ length: to - from }, (_, n) => {
        const hash = stored(level, from + n);
        if (hash === undefined)
          throw new MissingHashError(`the log lacks the hash ${from + n} of level ${level}`);
        return hash;
      });
      return folded(hashes);
    }),
  );
}
