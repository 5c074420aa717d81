import { expect, test } from "vitest";
import { sentenceChanges } from "./sentence-changes.ts";

const others = (text: string, other: string) =>
  sentenceChanges(text, other).flatMap(({ text: sentence, isOther }) => (isOther ? [sentence.trim()] : []));

test("sentences found in only one of two answers are marked", () => {
  const then = "Returns take 30 days [1]. A fee applies.";
  const now = "Returns take 14 days [1]. A  fee applies [2].";
  expect(others(now, then)).toEqual(["Returns take 14 days [1]."]);
  expect(others(then, now)).toEqual(["Returns take 30 days [1]."]);
});

test("identical or empty answers get no marks, and no character is lost", () => {
  const text = "One thing [1].\n\nAnother 😀 thing.";
  expect(others(text, text)).toEqual([]);
  expect(others("", text)).toEqual([]);
  expect(
    sentenceChanges(text, "")
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});
