import { createHash } from "node:crypto";

/**
 * The Merkle tree of RFC 9162, 2.1 (that of RFC 6962): SHA-256, 0x00 before a leaf, 0x01 before two nodes. Sizes and
 * positions are integers below 2^53; hashes are 32 bytes.
 */

const leafPrefix = Buffer.from([0]);
const nodePrefix = Buffer.from([1]);

export const emptyRoot = createHash("sha256").digest();

export function leafHash(entry: Uint8Array | string): Buffer {
  return createHash("sha256").update(leafPrefix).update(entry).digest();
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash("sha256").update(nodePrefix).update(left).update(right).digest();
}

/** Leaves [from, to) of a log. */
export type Range = { from: number; to: number };

/** A complete subtree: 2^level leaves, from `place` × 2^level on. */
export type Subtree = { level: number; place: number };

/** The largest power of two below n (n > 1), where RFC 9162 splits a tree. */
function splitOf(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

/** The ranges whose hashes prove, nearest first, that a leaf is in the tree (RFC 9162, 2.1.3.1). */
export function inclusionPath(index: number, size: number): Range[] {
  const path: Range[] = [];
  let from = 0;
  let to = size;
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    if (index < middle) {
      path.unshift({ from: middle, to });
      to = middle;
    } else {
      path.unshift({ from, to: middle });
      from = middle;
    }
  }
  return path;
}

/** The ranges whose hashes prove that the tree of `size` begins with the one of `earlier` leaves (RFC 9162, 2.1.4.1). */
export function consistencyPath(earlier: number, size: number): Range[] {
  if (earlier === 0 || earlier === size) return [];
  const path: Range[] = [];
  let from = 0;
  let to = size;
  while (earlier !== to) {
    const middle = from + splitOf(to - from);
    if (earlier <= middle) {
      path.unshift({ from: middle, to });
      to = middle;
    } else {
      path.unshift({ from, to: middle });
      from = middle;
    }
  }
  // the verifier knows the earlier tree itself
  return from === 0 ? path : [{ from, to }, ...path];
}

/** The complete subtrees of a range, left to right; the range must begin where its largest one may. */
export function subtreesOf({ from, to }: Range): Subtree[] {
  const subtrees: Subtree[] = [];
  let at = from;
  while (at < to) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= to) level += 1;
    subtrees.push({ level, place: at / 2 ** level });
    at += 2 ** level;
  }
  return subtrees;
}

/** Grows a tree leaf by leaf, or by complete subtrees, keeping one hash per level. */
export class GrowingTree {
  size = 0;
  readonly #peaks: { level: number; hash: Buffer }[] = [];

  /**
   * Returns the complete subtrees that end with the appended part, smallest first.
   * @throws RangeError if a subtree of this level can't begin here
   */
  append(hash: Buffer, level = 0): { level: number; hash: Buffer }[] {
    if (this.size % 2 ** level !== 0) throw new RangeError("a subtree begins where none of its size can");
    this.size += 2 ** level;
    let peak = { level, hash };
    const ended = [peak];
    for (let last = this.#peaks.at(-1); last?.level === peak.level; last = this.#peaks.at(-1)) {
      this.#peaks.pop();
      peak = { level: peak.level + 1, hash: nodeHash(last.hash, peak.hash) };
      ended.push(peak);
    }
    this.#peaks.push(peak);
    return ended;
  }

  root(): Buffer {
    return joined(this.#peaks.map(({ hash }) => hash));
  }
}

/** The hash over subtrees that shrink from left to right, as `subtreesOf` returns them. */
export function joined(hashes: Buffer[]): Buffer {
  let root = hashes.at(-1);
  if (root === undefined) return emptyRoot;
  for (const hash of hashes.slice(0, -1).toReversed()) root = nodeHash(hash, root);
  return root;
}

/** The hash of 2^n hashes of one level. */
export function folded(hashes: Buffer[]): Buffer {
  let row = hashes;
  while (row.length > 1)
    row = row.flatMap((hash, index) => (index % 2 === 0 ? [nodeHash(hash, row[index + 1] ?? hash)] : []));
  return row[0] ?? emptyRoot;
}
