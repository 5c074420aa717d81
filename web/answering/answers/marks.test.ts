import { expect, test } from "vitest";
import { withMarks } from "./marks.ts";

test("marks that point to a source become numbers, and everything else stays text", () => {
  const note = "Your documents disagree: compare [1] and [12].";
  expect(withMarks(note, new Set([1, 12]))).toEqual([
    "Your documents disagree: compare ",
    1,
    " and ",
    12,
    ".",
  ]);
  expect(withMarks(note, new Set([1]))).toEqual(["Your documents disagree: compare ", 1, " and [12]."]);
  expect(withMarks("[3][4]", null)).toEqual([3, 4]);
  expect(withMarks("Section [2024] and [a] are no marks", null)).toEqual([
    "Section [2024] and [a] are no marks",
  ]);
});
