import { expect, test } from "vitest";
import { buildSegment } from "#engine/index/segment.ts";
import { createThemeStore } from "#engine/index/theme-store.ts";
import { readQuestion } from "#engine/query/question.ts";
import { firstPass } from "./candidates.ts";
import { substitutesOf } from "./substitutes.ts";

/** For each passage, the share of the question that it states in other words. */
function sharesOf(question: string, ...texts: string[]): number[] {
  const store = createThemeStore();
  const passages = texts.map((text) => ({ text, section: "" }));
  for (const _ of store.addInSteps(1, buildSegment({ title: "Handbook", passages }))) continue;
  const read = readQuestion(store, question);
  const { candidates } = firstPass(store, read, texts.length, undefined);
  const ordered = candidates.toSorted((one, other) => one.passage - other.passage);
  const shares = substitutesOf(read, ordered);
  // the second time from the same scratch space
  expect(substitutesOf(read, ordered)).toEqual(shares);
  return shares;
}

test("scores a passage with a similar word above one without", () => {
  const [physician = 0, stationery = 0] = sharesOf(
    "Which company doctor do I see?",
    "Company physicians treat staff who fall ill at the plant.",
    "Company stationery is ordered from the head office.",
  );
  expect(physician).toBeGreaterThan(stationery + 0.1);
});

test("ignores words similar to one that the passage contains", () => {
  const [both = 1, other = 0] = sharesOf(
    "refund",
    "A refund is a reimbursement.",
    "A refund of the fee, and a second refund.",
  );
  expect(both).toBe(0);
  expect(other).toBe(0);
});

test("finds no substitutes for a question without any known word", () => {
  expect(sharesOf("zzyzxqua vvqpl", "Company physicians treat staff.")).toEqual([]);
});
