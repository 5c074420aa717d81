import { expect, test } from "vitest";
import { findOnPage, type PlacedText } from "./find-on-page.ts";

/** A page of 100 × 100 units, its y axis upward as in a PDF. */
const toShare = (x: number, y: number): [number, number] => [x / 100, 1 - y / 100];
const line = (text: string, y: number, x = 10): PlacedText => ({
  text,
  transform: [10, 0, 0, 10, x, y],
  edges: Array.from({ length: text.length + 1 }, (_, letter) => letter),
  height: 10,
  dir: "ltr",
});

test("a quote is found across lines, hyphens and ligatures, one box per line", () => {
  const page = [
    line("A customer may return an unopened prod-", 80),
    line("uct within the ﬁrst 30 days.", 60),
  ];
  const boxes = findOnPage(page, "unopened product within the first 30 days.", toShare);
  expect(boxes).toHaveLength(2);
  expect(boxes[0]?.left).toBeCloseTo(0.1 + 0.25, 2);
  expect(boxes[0]?.top).toBeCloseTo(1 - 0.878, 2);
  expect(boxes[1]?.left).toBeCloseTo(0.1, 2);
});

test("a ligature with swapped bytes is read as the letters that it shows", () => {
  expect(
    findOnPage([line("Classi昀椀cation of o昀昀ers", 80)], "Classification of offers", toShare),
  ).toHaveLength(1);
});

test("a quote is found around the marks of notes, which its text lacks", () => {
  const page = [
    line("Complaints are answered within 151 working", 80),
    line("days, at a cost of 1,5002 a year.", 60),
  ];
  const boxes = findOnPage(
    page,
    "Complaints are answered within 15 working days, at a cost of 1,500 a year.",
    toShare,
  );
  expect(boxes).toHaveLength(2);
  expect(boxes[1]?.width).toBeGreaterThan(0.3);
});

test("the words of a line share one box", () => {
  const page = [line("Gift", 80, 10), line(" ", 80, 14), line("cards", 80, 15)];
  expect(findOnPage(page, "Gift cards", toShare)).toHaveLength(1);
});

test("a table row is found although its wrapped cells are drawn line by line", () => {
  const page = [
    ...[line("Product", 90), line("Fee", 90, 40), line("Waived if", 90, 50)],
    ...[line("Everyday", 80), line("$25", 80, 40), line("the daily balance", 80, 50)],
    ...[line("Checking", 68), line("is at least $1,000", 68, 50)],
    ...[line("Premier Checking", 56), line("$500", 56, 40), line("never", 56, 50)],
  ];
  const boxes = findOnPage(page, "Everyday Checking\t$25\tthe daily balance is at least $1,000", toShare);
  expect(boxes.map(({ top }) => Math.round((1 - top) * 100))).toEqual([88, 76]);
  expect(findOnPage(page, "Everyday Savings\t$25\tthe daily balance is at least $1,000", toShare)).toEqual(
    [],
  );
});

test("a table row with a cell centered beside two lines is one box", () => {
  const page = [
    ...[line("Everyday", 80), line("$25", 75.5, 40), line("the daily balance", 80, 50)],
    ...[line("Checking", 68), line("is at least $1,000", 68, 50)],
  ];
  const boxes = findOnPage(page, "Everyday Checking\t$25\tthe daily balance is at least $1,000", toShare);
  expect(boxes).toHaveLength(1);
  expect(boxes[0]?.height).toBeCloseTo(0.22, 2);
});

test("a quote that continues on the next page is found by its beginning", () => {
  const page = [line("A refund that is not paid within ten business", 10)];
  const quote = "A refund that is not paid within ten business days must be reported.";
  expect(findOnPage(page, quote, toShare)).toHaveLength(1);
});

test("a quote's leading and trailing punctuation is marked, its neighbors' is not", () => {
  const page = [line("(See “Gift cards.”) Next.", 80)];
  const [box] = findOnPage(page, "“Gift cards.”", toShare);
  expect(box?.left).toBeCloseTo(0.1 + 0.05, 3);
  expect(box?.width).toBeCloseTo(0.13, 3);
  const [bare] = findOnPage(page, "Gift cards", toShare);
  expect(bare?.width).toBeCloseTo(0.1, 3);
});

test("right-to-left text is boxed from the right", () => {
  const page = [{ ...line("abcd efgh", 80), dir: "rtl" }];
  const [box] = findOnPage(page, "abcd", toShare);
  expect(box?.left).toBeCloseTo(0.1 + 0.05, 3);
  expect(box?.width).toBeCloseTo(0.04, 3);
});

test("a quote that is not on the page is not marked anywhere", () => {
  const page = [line("Gift cards are not refundable.", 80)];
  expect(findOnPage(page, "Store credit is valid for two years.", toShare)).toEqual([]);
  expect(findOnPage(page, "", toShare)).toEqual([]);
  expect(findOnPage([], "Gift cards", toShare)).toEqual([]);
});

test("upward-running text is boxed along its direction", () => {
  const upright: PlacedText = {
    text: "Confidential",
    transform: [0, 10, -10, 0, 50, 20],
    edges: [0, 5, 9, 12, 14, 15, 18, 21, 24, 28, 31, 36, 40],
    height: 10,
    dir: "ltr",
  };
  const [box] = findOnPage([upright], "Confidential", toShare);
  expect(box?.height).toBeCloseTo(0.4, 2);
  expect(box?.width).toBeCloseTo(0.1, 2);
});
