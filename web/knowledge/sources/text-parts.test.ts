import { expect, test } from "vitest";
import { textParts } from "./text-parts.ts";

test("consecutive lines with cells are tables, one line with a tab is text", () => {
  const text = "Table 1\n\nProduct\tOpened\nLaptops\t14 days\n\nA line\twith a tab.\nMore.";
  const parts = textParts(text);
  expect(parts.map(({ type }) => type)).toEqual(["text", "table", "text"]);
  const [before, table, after] = parts;
  expect(before?.type === "text" && text.slice(before.start, before.end).trim()).toBe("Table 1");
  expect(after?.type === "text" && text.slice(after.start, after.end).trim()).toBe(
    "A line\twith a tab.\nMore.",
  );
  expect(table?.type === "table" && table.rows.map(({ cells }) => cells)).toEqual([
    ["Product", "Opened"],
    ["Laptops", "14 days"],
  ]);
  expect(table?.type === "table" && table.rows.map(({ start, end }) => text.slice(start, end))).toEqual([
    "Product\tOpened",
    "Laptops\t14 days",
  ]);
});

test("bars separate cells too, and a text without any is one part", () => {
  expect(textParts("a | b\nc | d").map(({ type }) => type)).toEqual(["table"]);
  expect(textParts("only words")).toEqual([{ type: "text", start: 0, end: 10 }]);
  expect(textParts("")).toEqual([]);
});
