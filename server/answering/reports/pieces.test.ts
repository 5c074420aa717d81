import { expect, test } from "vitest";
import { piecesOf } from "./facts-store.ts";

test("each day of a month belongs to the step that its distance from the last day says", () => {
  const trend = { steps: 52, days: 7 };
  const months = ["2024-02-01", "2026-03-01"];
  const pieces = piecesOf(months, { to: "2026-03-31" }, trend);
  for (const [month, length] of [
    ["2024-02-01", 29],
    ["2026-03-01", 31],
  ] as const) {
    const ofMonth = pieces.filter((piece) => piece.month === month);
    expect(
      ofMonth.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, n) => first + n)),
    ).toEqual(Array.from({ length }, (_, n) => n + 1));
  }
  // older than the trend: all in its oldest step
  expect(pieces.filter(({ month }) => month === "2024-02-01")).toEqual([
    { month: "2024-02-01", step: 0, first: 1, last: 29 },
  ]);
  expect(pieces.filter(({ month }) => month === "2026-03-01")).toEqual([
    { month: "2026-03-01", step: 47, first: 1, last: 3 },
    { month: "2026-03-01", step: 48, first: 4, last: 10 },
    { month: "2026-03-01", step: 49, first: 11, last: 17 },
    { month: "2026-03-01", step: 50, first: 18, last: 24 },
    { month: "2026-03-01", step: 51, first: 25, last: 31 },
  ]);
});
