import * as fc from "fast-check";
import { expect, test } from "vitest";

import { isOfGroup } from "#engine/text/rows.ts";
import { buildPdf, line } from "#reading/fixtures/pdf.ts";
import type { Block, Page } from "#reading/extract/extraction.ts";
import { readPdf } from "#reading/extract/pdf/pdf.ts";
import { PASSAGE_SIZES, splitIntoPassages } from "./split.ts";

const TYPES: Block["type"][] = ["heading", "paragraph", "list_item", "table_row", "footnote"];

/** A page from blocks of text; `running` lines go between them, outside every block. */
function toPage(
  blocks: (Omit<Block, "start" | "end"> & { text: string; running?: string })[],
  number: number,
): Page {
  let text = "";
  const placed: Block[] = [];
  for (const { text: own, running, ...kind } of blocks) {
    if (running !== undefined) text += `${running}\n`;
    placed.push({ ...kind, start: text.length, end: text.length + own.length });
    text += `${own}\n\n`;
  }
  return { number, label: null, text, blocks: placed };
}

const piece = fc.record(
  {
    type: fc.constantFrom(...TYPES),
    level: fc.integer({ min: 1, max: 6 }),
    running: fc.constantFrom("Acme Handbook", "�����"),
    text: fc.oneof(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
      fc
        .array(fc.constantFrom("Premiums are due. ", "no stop ", "日本語。", "😀", "lead-in: ", "\n"), {
          minLength: 1,
          maxLength: 400,
        })
        .map((parts) => parts.join("")),
      fc.integer({ min: 1, max: 5_000 }).map((length) => "x".repeat(length)),
    ),
  },
  { requiredKeys: ["type", "text"] },
);
const documents = fc
  .array(fc.array(piece, { maxLength: 12 }), { maxLength: 6 })
  .map((pages) => pages.map((blocks, index) => toPage(blocks, index + 1)));
const letters = (text: string) => text.replace(/\s/g, "");

test("puts every letter of every block into exactly one passage, in order", () => {
  fc.assert(
    fc.property(documents, (pages) => {
      const blocks = pages.flatMap((page) =>
        page.blocks.map((block) => page.text.slice(block.start, block.end)),
      );
      const passages = splitIntoPassages({ pages });
      expect(letters(passages.map((passage) => passage.text).join(""))).toBe(letters(blocks.join("")));
    }),
    { numRuns: 300 },
  );
});

test("returns offsets that match the passage, over two pages at most", () => {
  fc.assert(
    fc.property(documents, (pages) => {
      for (const { text, pageFrom, pageTo, start, end } of splitIntoPassages({ pages })) {
        const from = pages[pageFrom]?.text ?? "";
        const to = pages[pageTo]?.text ?? "";
        if (pageFrom === pageTo) expect(from.slice(start, end)).toBe(text);
        else {
          expect(pageTo).toBe(pageFrom + 1);
          const inBlocks = (page: number, after: number, before: number) =>
            (pages[page]?.blocks ?? [])
              .map(
                (block) =>
                  pages[page]?.text.slice(Math.max(block.start, after), Math.min(block.end, before)) ?? "",
              )
              .join("");
          const expected = inBlocks(pageFrom, start, from.length) + inBlocks(pageTo, 0, end);
          expect(letters(text)).toBe(letters(expected));
          expect(letters(to.slice(0, end)).endsWith(letters(text).slice(-1))).toBe(true);
        }
        expect(text).toBe(text.trim());
        expect(text).not.toBe("");
      }
    }),
    { numRuns: 300 },
  );
});

test("keeps passages within bounds and cuts no character in two", () => {
  fc.assert(
    fc.property(documents, (pages) => {
      for (const { text } of splitIntoPassages({ pages })) {
        expect(text.length).toBeLessThanOrEqual(2 * PASSAGE_SIZES.most);
        expect(text.isWellFormed()).toBe(true);
      }
    }),
  );
});

test("gives a passage its own heading and those above it", () => {
  const page = toPage(
    [
      { type: "heading", level: 1, text: "Claims" },
      { type: "heading", level: 2, text: "4.2 Late claims" },
      { type: "paragraph", text: "A claim after ninety days is late." },
      {
        type: "heading",
        level: 2,
        text: "4.3 Appeals that are made in writing to the company at its head office",
      },
      { type: "paragraph", text: "An appeal is free." },
    ],
    1,
  );
  const passages = splitIntoPassages({ pages: [page] });
  expect(passages.map(({ section, text }) => [section, text.split("\n").at(-1)])).toEqual([
    ["Claims › 4.2 Late claims", "A claim after ninety days is late."],
    ["Claims › 4.3 Appeals that are made in writing to the company at its head office", "An appeal is free."],
  ]);
  expect(passages[0]?.text.startsWith("Claims")).toBe(true);
});

test("starts a new section at a title, despite the line above it", () => {
  const page = toPage(
    [
      { type: "paragraph", text: "Chapter 2" },
      { type: "heading", level: 1, text: "Appeals" },
      { type: "paragraph", text: "An appeal is free and is made in writing." },
    ],
    2,
  );
  const before = toPage(
    [
      { type: "heading", level: 1, text: "Claims" },
      { type: "paragraph", text: "A claim is late after ninety days." },
    ],
    1,
  );
  const passages = splitIntoPassages({ pages: [before, page] });
  expect(passages.map(({ section }) => section)).toEqual(["Claims", "Appeals"]);
  expect(passages[1]?.text.startsWith("Chapter 2")).toBe(true);
});

test("keeps a table whole up to the longest passage, and cuts a longer one at the usual size", () => {
  const table = (rows: number) =>
    toPage(
      [
        { type: "paragraph", text: "The table shows the time for each way of payment." },
        { type: "table_row", header: true, text: "Paid with\tIssued within" },
        ...Array.from({ length: rows }, (_, n) => ({
          type: "table_row" as const,
          text: `Way of payment number ${n + 10} ${"x".repeat(60)}\t${n} business days`,
        })),
      ],
      1,
    );
  expect(splitIntoPassages({ pages: [table(7)] })).toHaveLength(1);
  const cut = splitIntoPassages({ pages: [table(9)] });
  expect(cut.length).toBeGreaterThan(1);
  expect(cut[0]?.text.length).toBeLessThanOrEqual(PASSAGE_SIZES.target);
});

test("repeats the column names of a long table in each section", () => {
  const rows = Array.from({ length: 60 }, (_, index) => ({
    type: "table_row" as const,
    text: `Benefit number ${index}\t${index * 100}`,
  }));
  const page = toPage([{ type: "table_row", header: true, text: "Benefit\tDollars" }, ...rows], 1);
  const passages = splitIntoPassages({ pages: [page] });
  expect(passages.length).toBeGreaterThan(1);
  expect(passages.at(-1)?.section).toBe("Benefit | Dollars");
  for (const { text } of passages) for (const row of text.split("\n\n")) expect(row).toMatch(/^Benefit/);
});

test("names the group of a part of a table that begins within it", () => {
  const rows = ["Tablets", "Gel", "Drops"].flatMap((product) =>
    ["Assay", "Water", "Microbes", "Appearance", "Drop size", "Viscosity", "Odor"].map((check, place) => ({
      type: "table_row" as const,
      text:
        place === 0
          ? `${product}\t${check}\tevery ${place + 3} months`
          : `| ${check} | every ${place + 3} months`,
    })),
  );
  const page = toPage([{ type: "table_row", header: true, text: "Product\tTest\tFrequency" }, ...rows], 1);
  const passages = splitIntoPassages({ pages: [page] }, { target: 150, most: 200, least: 40 });
  expect(passages.length).toBeGreaterThan(3);
  for (const { text, section, start } of passages.slice(1)) {
    const group = [...page.text.slice(0, start).matchAll(/^(\w+)\t/gm)].at(-1)?.[1];
    expect(section).toBe(`${text.startsWith("|") ? `${group} › ` : ""}Product | Test | Frequency`);
  }
  expect(isOfGroup("| Total | 12 tests")).toBe(false);
});

test("keeps a sentence over a page break in one passage with both pages", () => {
  const pages = [
    toPage([{ type: "paragraph", text: "The premium is due on the first of" }], 1),
    toPage([{ type: "paragraph", text: "each month." }], 2),
  ];
  expect(splitIntoPassages({ pages })).toMatchObject([
    { text: "The premium is due on the first of each month.", pageFrom: 0, pageTo: 1, start: 0, end: 11 },
  ]);
});

test("keeps the end of a list's sentence with it over a page break, however long the list is", () => {
  const item = {
    type: "list_item" as const,
    text: `- ${"Notes are put into the envelope. ".repeat(4)}`.trim(),
  };
  const pages = [
    toPage(
      [...Array.from({ length: 6 }, () => item), { ...item, text: "- The room is closed until the door" }],
      1,
    ),
    toPage([{ type: "paragraph", text: "has been locked again." }], 2),
  ];
  const texts = splitIntoPassages({ pages }).map(({ text }) => text);
  expect(texts.at(-1)).toMatch(/closed until the door has been locked again\.$/);
});

test("ends a passage at a page that ends its sentence", () => {
  const pages = [
    toPage([{ type: "paragraph", text: "It is due monthly." }], 1),
    toPage([{ type: "paragraph", text: "It is late after ten days." }], 2),
  ];
  expect(splitIntoPassages({ pages }).map(({ pageFrom, pageTo }) => [pageFrom, pageTo])).toEqual([
    [0, 0],
    [1, 1],
  ]);
});

test("keeps a list with its lead-in", () => {
  const page = toPage(
    [
      { type: "paragraph", text: `${"Background sentence. ".repeat(26)}Covered are:` },
      { type: "list_item", text: "• dental care" },
    ],
    1,
  );
  expect(splitIntoPassages({ pages: [page] })).toHaveLength(1);
});

test("keeps a list whole up to the maximum length of a passage", () => {
  const items = Array.from(
    { length: 6 },
    (_, place) => `• item ${place}, ${"which is told at length ".repeat(4)}`,
  );
  const page = toPage(
    [
      { type: "paragraph", text: "Covered are:" },
      ...items.map((text) => ({ type: "list_item" as const, text })),
      { type: "paragraph", text: "All else is not." },
    ],
    1,
  );
  const [first] = splitIntoPassages({ pages: [page] });
  expect(first?.text.split("\n").filter((text) => text.startsWith("•"))).toHaveLength(items.length);
});

test.each(["The fees are:", "Table 1: Fees by way of payment"])("keeps %j with its table", (introduction) => {
  const page = toPage(
    [
      { type: "paragraph", text: "Background sentence. ".repeat(20) },
      { type: "paragraph", text: introduction },
      { type: "table_row", text: "Card\t$ 5" },
      { type: "table_row", text: "Cheque\t$ 15" },
    ],
    1,
  );
  expect(splitIntoPassages({ pages: [page] }).map(({ text }) => text.slice(0, 13))).toEqual([
    "Background se",
    introduction.slice(0, 13),
  ]);
});

test("does not take a table of contents for a heading", () => {
  const page = toPage(
    [
      { type: "heading", level: 1, text: "Contents" },
      { type: "paragraph", text: "Refunds ........ 2 Fees ........ 3 Complaints ........ 4" },
      { type: "heading", level: 2, text: "Refunds" },
      { type: "paragraph", text: "A refund takes ten days." },
    ],
    1,
  );
  expect(splitIntoPassages({ pages: [page] }).map(({ section }) => section)).toEqual(["Contents", "Refunds"]);
});

test("joins tiny sections instead of making a passage for each line", () => {
  const page = toPage(
    Array.from({ length: 400 }, (_, index) => ({
      type: index % 2 === 0 ? ("heading" as const) : ("paragraph" as const),
      level: 1,
      text: "x",
    })),
    1,
  );
  expect(splitIntoPassages({ pages: [page] }).length).toBeLessThan(20);
});

test("leaves running headers of a PDF out of passages", async () => {
  const pages = [1, 2, 3, 4].map((number) => [
    line(72, 770, "Acme Handbook"),
    line(72, 500, `Rule ${number} applies to everyone.`),
    line(300, 20, String(number)),
  ]);
  const passages = splitIntoPassages(await readPdf(buildPdf(pages)));
  expect(passages.map((passage) => passage.text)).toEqual(
    [1, 2, 3, 4].map((number) => `Rule ${number} applies to everyone.`),
  );
});

test("joins column names over two rows and repeats spanning ones", () => {
  const table = (rows: string[]): Page => {
    let text = "";
    const blocks = rows.map((row, index): Block => {
      const start = text === "" ? 0 : text.length + 1;
      text += text === "" ? row : `\n${row}`;
      return { type: "table_row", start, end: text.length, ...(index < 2 ? { header: true } : {}) };
    });
    return { number: null, label: null, text, blocks };
  };
  const rows = Array.from({ length: 60 }, (_, index) => `Class ${index} | 10 | 20 | 30 days`);
  const page = table(["Region | Monthly premium |  | Waiting", "| Single | Family |", ...rows]);
  const sections = new Set(splitIntoPassages({ pages: [page] }).map(({ section }) => section));
  expect(sections).toContain("Region | Monthly premium Single | Monthly premium Family | Waiting");
});
