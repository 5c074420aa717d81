import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { passagesOf } from "../passages.ts";
import { plain } from "../../product/answer-set.ts";
import { readStatements } from "./statements.ts";

const statements = readStatements();

test("no statement occurs twice", () => {
  expect(new Set(statements.map(({ id }) => id)).size).toBe(statements.length);
  expect(new Set(statements.map(({ statement }) => statement)).size).toBe(statements.length);
});

test.for([true, false])("half of the statements that are %s are held out", (isTrue) => {
  const ofTruth = statements.filter((statement) => statement.true === isTrue);
  const heldOut = ofTruth.filter(({ split }) => split === "held-out");
  expect(Math.abs(ofTruth.length - 2 * heldOut.length)).toBeLessThanOrEqual(1);
});

test("every line of a passage occurs in its bundled document", async () => {
  const carried = statements.filter(({ document }) => existsSync(pathOf(document)));
  expect(carried.length).toBeGreaterThan(50);
  for (const { id, document, passage } of carried) {
    const there = await passagesOf(pathOf(document));
    for (const line of passage.split("\n"))
      expect(
        there.some((one) => one.includes(` ${plain(line)} `)),
        `${id}: ${line}`,
      ).toBe(true);
  }
});

function pathOf(document: string): string {
  return fileURLToPath(new URL(`../customers/documents/${document}`, import.meta.url));
}
