import { expect, test } from "vitest";
import { readable, unitsOf } from "./units.ts";

const quotes = (text: string) => unitsOf(text).map((unit) => text.slice(unit.start, unit.end));
const shown = (text: string, section = "") => unitsOf(text).map((unit) => readable(unit, text, section));

test("a list stays whole with the words that lead into it", () => {
  const text =
    "Keep the receipt. The agent asks for:\n- the order number\n- the ZIP code\nThen the case is opened.";
  expect(quotes(text)).toEqual([
    "Keep the receipt.",
    "The agent asks for:\n- the order number\n- the ZIP code",
    "Then the case is opened.",
  ]);
  expect(shown("A checker must —\n(a) be present; and\n(b) sign.")).toEqual([
    "A checker must —\n- (a) be present; and\n- (b) sign.",
  ]);
});

test("a sentence that points back brings the one it points to", () => {
  expect(quotes("Opened goods carry a fee of 15 percent. This applies to laptops. Phones are free.")).toEqual(
    [
      "Opened goods carry a fee of 15 percent.",
      "Opened goods carry a fee of 15 percent. This applies to laptops.",
      "Phones are free.",
    ],
  );
});

test("a row of a table shows its cells under the names of their columns", () => {
  expect(shown("Laptop\t14 days\t15 percent", "Returns › Product | Period | Fee")).toEqual([
    "Product: Laptop · Period: 14 days · Fee: 15 percent",
  ]);
  expect(shown("Laptop | 14 days", "Returns")).toEqual(["Laptop · 14 days"]);
  const table = "Table 3: Partners\n\nPartner\tOpened\nDelmar Wireless\t14 days\nHarborline\t30 days";
  expect(shown(table).slice(2)).toEqual([
    "Partner: Delmar Wireless · Opened: 14 days",
    "Partner: Harborline · Opened: 30 days",
  ]);
  expect(shown("2023\t14 days\n2024\t30 days")[1]).toBe("2024 · 30 days");
});

test("what points back does not bring the heading above it", () => {
  expect(quotes("1.2 Products covered\n\nThis policy covers laptops. It also covers phones.")).toEqual([
    "1.2 Products covered",
    "This policy covers laptops.",
    "This policy covers laptops. It also covers phones.",
  ]);
});

test("the number of a paragraph, set apart by a tab, makes no row of it", () => {
  expect(shown("(a)\tA person must keep records.\n4.15.12\tA licence lasts a year.")).toEqual([
    "(a) A person must keep records.",
    "4.15.12 A licence lasts a year.",
  ]);
});
