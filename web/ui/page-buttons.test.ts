import { expect, test } from "vitest";
import { pageButtons, shownRange } from "./page-buttons.ts";

test("a short list shows a button for each page", () => {
  expect(pageButtons(1, 1)).toEqual([1]);
  expect(pageButtons(2, 3)).toEqual([1, 2, 3]);
  expect(pageButtons(5, 5)).toEqual([1, 2, 3, 4, 5]);
});

test("a long list shows five buttons around the current page", () => {
  expect(pageButtons(1, 40)).toEqual([1, 2, 3, 4, 5]);
  expect(pageButtons(3, 40)).toEqual([1, 2, 3, 4, 5]);
  expect(pageButtons(20, 40)).toEqual([18, 19, 20, 21, 22]);
  expect(pageButtons(39, 40)).toEqual([36, 37, 38, 39, 40]);
});

test("a page that no longer exists still shows buttons for existing ones", () => {
  expect(pageButtons(9, 3)).toEqual([1, 2, 3]);
  expect(pageButtons(1, 0)).toEqual([]);
});

test("the range names the results shown and the total", () => {
  expect(shownRange(1, 10, 54)).toBe("Showing 1 to 10 of 54 results");
  expect(shownRange(6, 10, 54)).toBe("Showing 51 to 54 of 54 results");
  expect(shownRange(1, 10, 0)).toBe("Showing 0 to 0 of 0 results");
  expect(shownRange(9, 10, 54)).toBe("Showing 0 to 0 of 54 results");
  expect(shownRange(101, 10, 12_345)).toBe("Showing 1,001 to 1,010 of 12,345 results");
});
