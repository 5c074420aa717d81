import { expect, test } from "vitest";
import { sentenceChanges } from "./sentence-changes.ts";

const others = (text: string, other: string) =>
  sentenceChanges(text, other).flatMap(({ text: sentence, isOther }) => (isOther ? [sentence.trim()] : []));

test("sentences that only one of two answers holds are marked", () => {
  const then = "Returns take 30 days [1]. A fee applies.";
  const now = "Returns take 14 days [1]. A  fee applies [2].";
  expect(others(now, then)).toEqual(["Returns take 14 days [1]."]);
  expect(others(then, now)).toEqual(["Returns take 30 days [1]."]);
});

test("nothing is marked between the same answers, or in an empty one, and no letter is lost", () => {
  const text = "One thing [1].\n\nAnother 😀 thing.";
  expect(others(text, text)).toEqual([]);
  expect(others("", text)).toEqual([]);
  expect(
    sentenceChanges(text, "")
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});
