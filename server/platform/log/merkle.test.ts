import { setAt } from "#testing/sets.ts";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as merkle from "./merkle.ts";

const entries = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
];
const leaves = entries.map((hex) => merkle.leafHash(Buffer.from(hex, "hex")));

/** RFC 9162, 2.1.1, implemented literally, to compare with the growing tree. */
function treeHash(hashes: Buffer[]): Buffer {
  const [only] = hashes;
  if (only === undefined) return merkle.emptyRoot;
  if (hashes.length === 1) return only;
  let k = 1;
  while (k * 2 < hashes.length) k *= 2;
  return merkle.nodeHash(treeHash(hashes.slice(0, k)), treeHash(hashes.slice(k)));
}

const hashOf = (all: Buffer[]) => (range: merkle.Range) => treeHash(all.slice(range.from, range.to));

test.each([
  [0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  [1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"],
  [2, "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
  [3, "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"],
  [4, "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"],
  [5, "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"],
  [6, "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"],
  [7, "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"],
  [8, "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"],
])("the tree over the first %i entries of the common test set has its known root", (size, root) => {
  const tree = new merkle.GrowingTree();
  for (const leaf of leaves.slice(0, size)) tree.append(leaf);
  expect(tree.root().toString("hex")).toBe(root);
  expect(treeHash(leaves.slice(0, size)).toString("hex")).toBe(root);
});

type Verifier = {
  provesInclusion(leaf: Buffer, index: number, size: number, root: Buffer, proof: Buffer[]): boolean;
  provesConsistency(
    earlier: { size: number; root: Buffer },
    later: { size: number; root: Buffer },
    proof: Buffer[],
  ): boolean;
};

/** The stand-alone verifier shares no line with the server and exports nothing: its functions, without the call that ends it. */
async function loadVerifier(): Promise<Verifier> {
  const source = readFileSync("verifier/footnote-verify.mjs", "utf8");
  const call = "process.exitCode = main(process.argv.slice(2));";
  expect(source).toContain(call);
  const module = source.replace(call, "export { provesInclusion, provesConsistency };");
  return import(`data:text/javascript;base64,${Buffer.from(module).toString("base64")}`) as Promise<Verifier>;
}

const { provesInclusion, provesConsistency } = await loadVerifier();

test("every leaf of every tree has a proof, and nothing else does", () => {
  const all = Array.from({ length: 70 }, (_, n) => merkle.leafHash(String(n)));
  for (let size = 1; size <= all.length; size++) {
    const root = treeHash(all.slice(0, size));
    for (let index = 0; index < size; index++) {
      const hash = all[index] ?? merkle.emptyRoot;
      const proof = merkle.inclusionPath(index, size).map(hashOf(all));
      expect(provesInclusion(hash, index, size, root, proof)).toBe(true);
      expect(provesInclusion(hash, (index + 1) % (size + 1), size, root, proof)).toBe(false);
      expect(provesInclusion(root, index, size, root, [root])).toBe(false);
      expect(provesInclusion(hash, index, size, root, [...proof, root])).toBe(false);
      expect(provesInclusion(hash, index, size, root.subarray(1), proof)).toBe(false);
      if (proof.length > 0) expect(provesInclusion(hash, index, size, root, proof.slice(0, -1))).toBe(false);
    }
  }
});

test("every tree is proved to begin with each earlier one, and with no other", () => {
  const all = Array.from({ length: 40 }, (_, n) => merkle.leafHash(String(n)));
  for (let size = 1; size <= all.length; size++) {
    const later = { size, root: treeHash(all.slice(0, size)) };
    for (let earlier = 0; earlier <= size; earlier++) {
      const root = treeHash(all.slice(0, earlier));
      const proof = merkle.consistencyPath(earlier, size).map(hashOf(all));
      expect(provesConsistency({ size: earlier, root }, later, proof), `${earlier} of ${size}`).toBe(
        earlier > 0,
      );
      expect(provesConsistency({ size: earlier, root: merkle.nodeHash(root, root) }, later, proof)).toBe(
        false,
      );
      expect(provesConsistency({ size: earlier, root }, later, [...proof, root])).toBe(false);
    }
  }
});

test("a tree grows by complete subtrees as it does by leaves, and returns the completed ones", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300 }), (size) => {
      const all = Array.from({ length: size }, (_, n) => merkle.leafHash(String(n)));
      const byLeaf = new merkle.GrowingTree();
      for (const leaf of all) byLeaf.append(leaf);
      const byPart = new merkle.GrowingTree();
      const parts = merkle.subtreesOf({ from: 0, to: size });
      for (const { level, place } of parts)
        byPart.append(merkle.folded(all.slice(place * 2 ** level, (place + 1) * 2 ** level)), level);
      expect(byPart.root()).toEqual(byLeaf.root());
      expect(byLeaf.root()).toEqual(treeHash(all));
      expect(
        merkle.joined(
          parts.map(({ level, place }) => treeHash(all.slice(place * 2 ** level, (place + 1) * 2 ** level))),
        ),
      ).toEqual(treeHash(all));
    }),
    { numRuns: 60 },
  );
  const tree = new merkle.GrowingTree();
  let ended: { level: number; hash: Buffer }[] = [];
  for (const leaf of leaves) ended = tree.append(leaf);
  expect(ended).toEqual([
    { level: 0, hash: leaves[7] },
    { level: 1, hash: treeHash(leaves.slice(6)) },
    { level: 2, hash: treeHash(leaves.slice(4)) },
    { level: 3, hash: treeHash(leaves) },
  ]);
  expect(() => tree.append(tree.root(), 4)).toThrow(RangeError);
});

type Vector = {
  vector: string;
  wantErr: boolean;
  proof: string[] | null;
  root: string;
  root1: string;
  root2: string;
  leafHash: string;
  leafIdx: number;
  treeSize: number;
  size1: number;
  size2: number;
};

const bytes = (text: string) => Buffer.from(text, "base64");
/** Proofs of parts of a tree (subtreeinclusion, subtreeconsistency) are none of the record's. */
const proves: Record<string, (vector: Vector, proof: Buffer[]) => boolean> = {
  inclusion: ({ leafHash, leafIdx, treeSize, root }, proof) =>
    provesInclusion(bytes(leafHash), leafIdx, treeSize, bytes(root), proof),
  consistency: ({ size1, size2, root1, root2 }, proof) =>
    provesConsistency({ size: size1, root: bytes(root1) }, { size: size2, root: bytes(root2) }, proof),
};

const file = setAt("attacks/merkle-proof-vectors.json", "proofs of other implementations");
const kindOf = ({ vector }: Vector) => vector.split("/")[0] ?? "";
const vectors =
  file === null
    ? []
    : (JSON.parse(readFileSync(file, "utf8")) as Vector[]).filter((vector) => kindOf(vector) in proves);

test.skipIf(vectors.length === 0)(
  "proofs of other implementations, right and wrong, get their stated verdict",
  () => {
    const wrong = vectors.filter(
      (vector) => proves[kindOf(vector)]?.(vector, (vector.proof ?? []).map(bytes)) !== !vector.wantErr,
    );
    console.info(`${vectors.length} proofs, ${wrong.length} with another verdict`);
    expect(wrong.map(({ vector }) => vector)).toEqual([]);
    expect(vectors).toHaveLength(100);
  },
);
