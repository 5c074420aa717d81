import { createHash, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { checkProof } from "./check-proof.ts";

const sha = (...parts: (Buffer | number[])[]) =>
  createHash("sha256")
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest();
const shown = { userQuery: "How long?", response: "14 days. [1]" };
const salt = Buffer.alloc(32, 7);

/** A log of seven events, and the proof of one of them. */
function proofOf(seq: number) {
  const content = JSON.stringify({
    question: shown.userQuery,
    answer: shown.response,
    asker: { id: 1, role: "agent" },
    theme: { name: "Refunds", purpose: "", instructions: "", tags: "" },
    build: "0",
    promptVersion: null,
    sources: [],
  });
  const manifest = createHmac("sha256", salt).update(content).digest("hex");
  const entries = Array.from({ length: 7 }, (_, n) =>
    JSON.stringify({ log: 1, seq: n + 1, at: "2026-11-26T18:01:00.000Z", manifest }),
  );
  const leaves = entries.map((entry) => sha([0], Buffer.from(entry)));
  const treeOf = (part: Buffer[]): Buffer => {
    if (part.length === 1) return part[0] ?? Buffer.alloc(0);
    const at = 2 ** Math.floor(Math.log2(part.length - 1));
    return sha([1], treeOf(part.slice(0, at)), treeOf(part.slice(at)));
  };
  const pathOf = (part: Buffer[], index: number): Buffer[] => {
    if (part.length === 1) return [];
    const at = 2 ** Math.floor(Math.log2(part.length - 1));
    return index < at
      ? [...pathOf(part.slice(0, at), index), treeOf(part.slice(at))]
      : [...pathOf(part.slice(at), index - at), treeOf(part.slice(0, at))];
  };
  return {
    form: "footnote-proof/1" as const,
    event: { entry: entries[seq - 1] ?? "", salt: null, details: null },
    manifest: { salt: salt.toString("hex") as string | null, content: content as string | null },
    asker: { salt: null, content: null },
    erasures: [],
    inclusion: pathOf(leaves, seq - 1).map((hash) => hash.toString("base64")),
    head: `footnote/1\n7\n${treeOf(leaves).toString("base64")}\n`,
    consistency: [],
    timestamp: null,
    key: "",
  };
}

test("every answer of a log is found unchanged", async () => {
  for (let seq = 1; seq <= 7; seq++) expect(await checkProof(proofOf(seq), shown), String(seq)).toBe(true);
});

test("a changed line, path, root, manifest or shown answer is found", async () => {
  const proof = proofOf(3);
  const { content } = proof.manifest;
  const altered = {
    line: { ...proof, event: { ...proof.event, entry: proof.event.entry.replace("18:01", "18:02") } },
    path: { ...proof, inclusion: proof.inclusion.toReversed() },
    "a shorter path": { ...proof, inclusion: proof.inclusion.slice(1) },
    root: { ...proof, head: `footnote/1\n7\n${sha([0]).toString("base64")}\n` },
    manifest: { ...proof, manifest: { ...proof.manifest, content: content?.replace("14", "41") ?? null } },
  };
  for (const [name, one] of Object.entries(altered)) expect(await checkProof(one, shown), name).toBe(false);
  expect(await checkProof(proof, { ...shown, response: "41 days. [1]" })).toBe(false);
  expect(await checkProof(proof, { ...shown, userQuery: "How short?" })).toBe(false);
});

test("an erased answer keeps its place in the log", async () => {
  const proof = { ...proofOf(5), manifest: { salt: null, content: null } };
  expect(await checkProof(proof, null)).toBe(true);
});
