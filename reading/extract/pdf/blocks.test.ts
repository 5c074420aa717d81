import { expect, test } from "vitest";
import { blocksOf } from "#reading/fixtures/blocks-of.ts";
import { buildPdf, line } from "#reading/fixtures/pdf.ts";
import { readPdf } from "./pdf.ts";

const SENTENCE = "Premiums are due on the first day of the month and are late";

test("keeps body text whole on pages with small print and small tables", async () => {
  const letter = (text: string, at: number) => ({ ...line(72, 700 - at * 17, text), size: 12 });
  const body = [
    "The company met its plan for the year in all of its regions",
    "and the board thanks everybody who had a part in that. The plan",
    "for the next year was set in the same meeting, and it holds the",
    "same aims for each of the regions and for each of the brands",
    "that the company owns there.",
  ];
  const rows = Array.from({ length: 14 }, (_, row) => [
    {
      ...line(72, 560 - row * 11, `Revenue of region number ${row} before the costs of its head office`),
      size: 9,
    },
    { ...line(480, 560 - row * 11, `${row + 1},250`), size: 9 },
  ]).flat();
  const { pages } = await readPdf(buildPdf([[...body.map(letter), ...rows]]));
  expect(blocksOf(pages[0], "heading")).toEqual([]);
  expect(blocksOf(pages[0], "paragraph")[0]).toBe(body.join(" "));
});

test("the label of a chapter on a line of its own begins the heading below it", async () => {
  const { pages } = await readPdf(
    buildPdf([
      [
        line(72, 700, "Chapter 2", { size: 20 }),
        line(72, 660, "Entry", { size: 24 }),
        line(72, 620, "Every person wears a film badge in all rooms of the laboratory.", { size: 11 }),
        line(72, 600, "Visitors stay behind the yellow line and wait for their host there.", { size: 11 }),
      ],
    ]),
  );
  expect(blocksOf(pages[0], "heading").map((heading) => heading?.replace("\n", " "))).toEqual([
    "Chapter 2 Entry",
  ]);
});

test("a line that ends early because the next word didn't fit doesn't end its paragraph, however wide the rest of the page is", async () => {
  const column = [
    "Sick leave is reported to the team lead",
    "one hour before the shift begins there.",
    "Acknowledgement is sent to the employee",
    "by the office on the same working day.",
    "Parental leave is another matter here.",
  ];
  const { pages } = await readPdf(
    buildPdf([
      [
        line(72, 740, "Handbook for everybody who works at the plant, on any of its shifts", {
          size: 14,
          font: "bold",
        }),
        ...column.map((text, index) => line(72, 700 - index * 14, text)),
      ],
    ]),
  );
  expect(blocksOf(pages[0], "paragraph")[0]).toBe(column.join(" "));
});

test("a cell may end with a full stop, and dots lead to a number", async () => {
  const rows = [
    ["Type", "Cut-off", "Fee"],
    ["Domestic", "5:00 p.m.", "$28"],
    ["Foreign", "3:00 p.m.", "$45"],
  ];
  const drawn = rows.flatMap((cells, row) =>
    cells.map((cell, column) => line(72 + column * 80, 700 - row * 16, cell)),
  );
  const { pages } = await readPdf(
    buildPdf([[...drawn, line(72, 600, "Late fees ......................... 12")]]),
  );
  expect(blocksOf(pages[0], "table_row")).toEqual(rows.map((cells) => cells.join("\t")));
  expect(blocksOf(pages[0], "paragraph")).toEqual(["Late fees ......................... 12"]);
});

test("a bold title in larger type between two tables belongs to neither", async () => {
  const table = (y: number) =>
    [
      ["Matter", "Extension"],
      ["Payroll", "4075"],
    ].flatMap((cells, row) => cells.map((cell, column) => line(72 + column * 150, y - row * 16, cell)));
  const title = line(72, 650, "Exposure limits", { size: 14, font: "bold" });
  const text = [1, 2, 3, 4, 5].map((n) => line(72, 560 - n * 14, SENTENCE));
  const { pages } = await readPdf(buildPdf([[...table(690), title, ...table(630), ...text]]));
  expect(blocksOf(pages[0], "heading")).toEqual(["Exposure limits"]);
  expect(blocksOf(pages[0], "table_row")).toHaveLength(4);
});
