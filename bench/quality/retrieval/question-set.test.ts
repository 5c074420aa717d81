import { mkdtempSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documentsOf, findSets, readSet } from "./question-set.ts";

const entry = (id: string, doc: string, title: string, section?: string) => ({
  id,
  doc,
  title,
  section,
  text: id,
});

function writeSet(folder: string) {
  mkdirSync(folder);
  const lines = (rows: object[]) => `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`;
  writeFileSync(join(folder, "corpus.jsonl"), lines([entry("p1", "d", "Rules > Fees", "4.1")]));
  const questions = ["q1", "q2"].map((id) => ({ id, text: "How much?" }));
  writeFileSync(join(folder, "queries.jsonl"), lines(questions));
  writeFileSync(join(folder, "qrels.tsv"), "query-id\tcorpus-id\tscore\nq1\tp1\t1\nq2\tp1\t0\n");
}

test("a set is read from its folder, and questions without a relevant entry are left out", () => {
  const folder = mkdtempSync(join(tmpdir(), "sets-"));
  writeSet(join(folder, "rules"));
  expect(findSets(folder)).toEqual([join(folder, "rules")]);
  expect(findSets(join(folder, "rules"))).toEqual([join(folder, "rules")]);
  const set = readSet(join(folder, "rules"));
  expect(set.questions.map(({ id }) => id)).toEqual(["q1"]);
  expect(set.gold.get("q1")).toEqual(new Set(["p1"]));
});

test("a missing folder is reported with the required option", () => {
  expect(() => findSets("/nowhere/at/all")).toThrow(
    "There is no folder /nowhere/at/all. Name one with --data or TEST_SETS.",
  );
});

test("a shared first title part is the document's title, the rest and the number its headings", () => {
  const [document] = documentsOf([entry("a", "d", "Rules > Fees", "4.1"), entry("b", "d", "Rules", "5")]);
  expect(document?.title).toBe("Rules");
  expect(document?.passages.map(({ section }) => section)).toEqual(["Fees › 4.1", "5"]);
});

test("titles that differ inside a document are headings under the document's own name", () => {
  const [document] = documentsOf([entry("a", "Act", "s.1", "s.1"), entry("b", "Act", "s.2", "s.2")]);
  expect(document?.title).toBe("Act");
  expect(document?.passages.map(({ section }) => section)).toEqual(["s.1", "s.2"]);
});
