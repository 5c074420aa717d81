import { expect, test } from "vitest";
import { sentenceChanges } from "./sentence-changes.ts";

const others = (text: string, other: string) =>
  sentenceChanges(text, other).map(({ start, end }) => text.slice(start, end).trim());

test("sentences found in only one of two answers are marked", () => {
  const then = "Returns take 30 days [1]. A fee applies.";
  const now = "Returns take 14 days [1]. A  fee applies [2].";
  expect(others(now, then)).toEqual(["Returns take 14 days [1]."]);
  expect(others(then, now)).toEqual(["Returns take 30 days [1]."]);
});

test("identical or empty answers get no marks, and one beside nothing is marked entirely", () => {
  const text = "One thing [1].\n\nAnother 😀 thing.";
  expect(others(text, text)).toEqual([]);
  expect(others("", text)).toEqual([]);
  expect(others(text, "")).toEqual(["One thing [1].", "Another 😀 thing."]);
});
