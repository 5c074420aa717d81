import { expect, test } from "vitest";
import { blocksOf, piecesOf } from "./blocks.ts";

test("paragraphs, headings, lists, quotes and tables of an answer", () => {
  const text = [
    "**5.4 Shipping:** The charge is refunded. [1]",
    "",
    "**Also relevant**",
    "",
    "- free for defects",
    "  and damage",
    "- $9.95 otherwise [2]",
    "",
    "1. first",
    "2. second",
    "",
    "> as written",
    "",
    "| Item | Days |",
    "| --- | ---: |",
    "| TV | 30 [1] |",
  ].join("\n");
  expect(blocksOf(text)).toEqual([
    { kind: "paragraph", text: "**5.4 Shipping:** The charge is refunded. [1]" },
    { kind: "heading", text: "Also relevant" },
    { kind: "list", isNumbered: false, items: ["free for defects and damage", "$9.95 otherwise [2]"] },
    { kind: "list", isNumbered: true, items: ["first", "second"] },
    { kind: "quote", text: "as written" },
    { kind: "table", head: ["Item", "Days"], rows: [["TV", "30 [1]"]] },
  ]);
});

test("marks with a source become marks, others stay text, and markup stays letters", () => {
  expect(piecesOf("**Rule:** <b>30</b> days\\* [1] [9]", new Set([1]))).toEqual([
    { text: "Rule:", isBold: true },
    { text: " <b>30</b> days*", isBold: false },
    { mark: 1 },
    { text: " ", isBold: false },
    { text: "[9]", isBold: false },
  ]);
  expect(piecesOf("2 ** 3", new Set())).toEqual([
    { text: "2 ", isBold: false },
    { text: "**", isBold: false },
    { text: " 3", isBold: false },
  ]);
});
