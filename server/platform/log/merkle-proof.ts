import { emptyRoot, nodeHash } from "./merkle.ts";

type Leaf = { hash: Buffer; index: number };
type Tree = { size: number; root: Buffer };

/**
 * Whether the proof shows the leaf in the tree (RFC 9162, 2.1.3.2). `start`: the tree is the part [start, size) of a larger
 * one, and positions count from the larger one's beginning (draft-ietf-plants-merkle-tree-certs, 4.3).
 */
export function provesInclusion(
  leaf: Leaf,
  { size: end, root, start = 0 }: Tree & { start?: number },
  proof: readonly Buffer[],
): boolean {
  if (!isSubtree(start, end) || !isSize(leaf.index) || leaf.index < start || leaf.index >= end) return false;
  if (leaf.hash.length !== emptyRoot.length) return false;
  let first = leaf.index - start;
  let second = end - start - 1;
  let hash = leaf.hash;
  for (const sibling of proof) {
    if (second === 0) return false;
    if (isOdd(first) || first === second) {
      hash = nodeHash(sibling, hash);
      while (!isOdd(first) && first !== 0) {
        first = half(first);
        second = half(second);
      }
    } else hash = nodeHash(hash, sibling);
    first = half(first);
    second = half(second);
  }
  return second === 0 && hash.equals(root);
}

/** Whether the proof shows that `later` begins with `earlier` (RFC 9162, 2.1.4.2). An empty tree proves nothing. */
export function provesConsistency(earlier: Tree, later: Tree, proof: readonly Buffer[]): boolean {
  return earlier.size !== 0 && provesPart({ ...earlier, start: 0 }, later, proof);
}

/** Whether the proof shows the part [start, size) of the tree (draft-ietf-plants-merkle-tree-certs, 4.4). */
export function provesPart(
  { size: end, root: earlierRoot, start }: Tree & { start: number },
  later: Tree,
  proof: readonly Buffer[],
): boolean {
  if (!isSize(start) || !isSize(end) || !isSize(later.size) || start > end || end > later.size) return false;
  // an empty part needs no proof
  if (start === end) return proof.length === 0 && earlierRoot.equals(emptyRoot);
  if (!isSubtree(start, end)) return false;
  if (start === 0 && end === later.size) return proof.length === 0 && earlierRoot.equals(later.root);
  let first = start;
  let second = end - 1;
  let third = later.size - 1;
  const up = () => {
    first = half(first);
    second = half(second);
    third = half(third);
  };
  while (first !== second && (second === third || isOdd(second))) up();
  const isNode = first === second;
  const [given, ...rest] = proof;
  if (given === undefined) return false;
  let ofEarlier = isNode ? earlierRoot : given;
  let ofLater = ofEarlier;
  for (const hash of isNode ? proof : rest) {
    if (third === 0) return false;
    if (isOdd(second) || second === third) {
      if (first < second) ofEarlier = nodeHash(hash, ofEarlier);
      ofLater = nodeHash(hash, ofLater);
      while (!isOdd(second) && second !== 0) up();
    } else ofLater = nodeHash(ofLater, hash);
    up();
  }
  return third === 0 && ofEarlier.equals(earlierRoot) && ofLater.equals(later.root);
}

/** A part of a tree that is itself a tree: it begins at a multiple of the power of two that it fits in. */
function isSubtree(start: number, end: number): boolean {
  if (!isSize(start) || !isSize(end) || start >= end) return false;
  let room = 1;
  while (room < end - start) room *= 2;
  return start % room === 0;
}

const isSize = (n: number) => Number.isSafeInteger(n) && n >= 0;
const isOdd = (n: number) => n % 2 === 1;
const half = (n: number) => Math.floor(n / 2);
