import { expect, test } from "vitest";
import { NumberSet, parseRanges, rangesOf } from "./number-set.ts";

test("numbers become ranges and back", () => {
  expect(rangesOf([])).toBe("");
  expect(rangesOf([1, 2, 3, 7, 9, 10])).toBe("1-3,7,9-10");
  expect(parseRanges("1-3,7")).toEqual([
    { from: 1, to: 3 },
    { from: 7, to: 7 },
  ]);
  expect(parseRanges("")).toEqual([]);
  for (const strange of ["1-", "a", "1,,2", " 1", "-1", "1-2-3"])
    expect(() => parseRanges(strange), strange).toThrow("is no range");
});

test("a set of ranges holds exactly their numbers, whatever the overlaps", () => {
  const ranges = Array.from({ length: 200 }, () => {
    const from = Math.ceil(Math.random() * 1000);
    return { from, to: from + Math.floor(Math.random() * 8) };
  });
  const set = new NumberSet(ranges);
  const wrong = Array.from({ length: 1100 }, (_, number) => number).filter(
    (number) => set.has(number) !== ranges.some(({ from, to }) => number >= from && number <= to),
  );
  expect(wrong).toEqual([]);
  const some = new NumberSet([
    { from: 3, to: 5 },
    { from: 9, to: 9 },
  ]);
  expect([1, 6, 8, 10].some((from) => some.has(from))).toBe(false);
  expect(some.meets({ from: 6, to: 8 })).toBe(false);
  expect(
    some.meets({ from: 1, to: 3 }) && some.meets({ from: 5, to: 8 }) && some.meets({ from: 1, to: 20 }),
  ).toBe(true);
  expect(new NumberSet([]).has(1)).toBe(false);
});
