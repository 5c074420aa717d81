import { expect, test } from "vitest";
import { citedColumn } from "./cited-column.ts";

const box = (left: number, right: number) => ({ left, top: 0.2, width: right - left, height: 0.02 });

test("a narrow screen shows the lines of the cited words from edge to edge", () => {
  const { start, width } = citedColumn([box(0.5, 0.88), box(0.12, 0.7)]);
  expect(start).toBeCloseTo(0.09);
  expect(width).toBeCloseTo(0.82);
});

test("few words show at least half of the page's width, never beyond its edges", () => {
  expect(citedColumn([box(0.45, 0.55)])).toEqual({ start: 0.25, width: 0.5 });
  expect(citedColumn([box(0.02, 0.1)])).toEqual({ start: 0, width: 0.5 });
  expect(citedColumn([box(0.9, 0.98)])).toEqual({ start: 0.5, width: 0.5 });
});

test("without boxes, or with lines across the page, the page is shown whole", () => {
  expect(citedColumn([])).toEqual({ start: 0, width: 1 });
  expect(citedColumn([box(0, 1)])).toEqual({ start: 0, width: 1 });
});
