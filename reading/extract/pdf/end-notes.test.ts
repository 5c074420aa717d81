import { expect, test } from "vitest";
import { buildPdf, line, type PdfLine } from "#reading/fixtures/pdf.ts";
import { readPdf } from "./pdf.ts";

/** A line of words, each second of which is raised. */
const marked = (y: number, ...parts: string[]): PdfLine => {
  const drawn = parts.map((text, at) =>
    at % 2 === 0 ? `/F1 12 Tf 0 Ts (${text}) Tj` : `/F1 7 Tf 4.5 Ts (${text}) Tj`,
  );
  return line(72, y - 1, "", { before: `BT 1 0 0 1 72 ${y} Tm ${drawn.join(" ")} ET` });
};
const pagesOf = async (...pages: PdfLine[][]) =>
  (await readPdf(buildPdf(pages))).pages.map(({ text, blocks }) =>
    blocks.map(({ type, start, end }) => `${type}: ${text.slice(start, end)}`),
  );
const small = (y: number, text: string) => line(72, y, text, { size: 9 });

const cited = [
  marked(700, "Boats leave within 15", "1", " days of the call."),
  marked(660, "The fee is USD 300", "2", " for each night."),
];
const notes = [
  small(700, "1 Working days."),
  small(686, "2 Without the tax that"),
  small(674, "the office adds."),
];

test.each([
  ["under their own heading", [line(72, 730, "Notes", { font: "bold" }), ...notes]],
  ["at the end of the document", notes],
  [
    "with raised marks",
    [
      ...[line(72, 702.5, "1", { size: 6 }), line(78, 700, "Working days.", { size: 9 })],
      ...[
        line(72, 688.5, "2", { size: 6 }),
        line(78, 686, "Without the tax that", { size: 9 }),
        notes[2] ?? line(0, 0, ""),
      ],
    ],
  ],
])("attaches notes that are gathered on another page %s", async (_, last) => {
  const [first, , third] = await pagesOf(cited, [line(72, 700, "Ropes are checked.")], last);
  expect(first).toEqual([
    "paragraph: Boats leave within 15 days of the call.",
    "footnote: Working days.",
    "paragraph: The fee is USD 300 for each night.",
    "footnote: Without the tax that the office adds.",
  ]);
  // they can be found where they stand, too
  expect(third?.join()).toMatch(/Working days\..*Without the tax that the office adds\./);
});

test("finds the notes of each chapter, also where they are all at the end", async () => {
  const chapter = (figure: string) => [marked(700, `Pay ${figure}`, "1", " francs a month.")];
  const list = (y: number, text: string) => [
    line(72, y, "Notes", { font: "bold" }),
    small(y - 20, `1 ${text}`),
  ];
  const byChapter = await pagesOf(
    chapter("40"),
    list(700, "Cash only."),
    chapter("50"),
    list(700, "By card."),
  );
  const together = await pagesOf(chapter("40"), chapter("50"), [
    ...list(700, "Cash only."),
    ...list(600, "By card."),
  ]);
  const wanted = [
    ["paragraph: Pay 40 francs a month.", "footnote: Cash only."],
    ["paragraph: Pay 50 francs a month.", "footnote: By card."],
  ];
  expect([byChapter[0], byChapter[2]]).toEqual(wanted);
  expect(together.slice(0, 2)).toEqual(wanted);
});

test.each([
  [
    "is a numbered part of the text",
    [line(72, 700, "1 Purpose", { font: "bold" }), line(72, 680, "Staff read this.")],
  ],
  ["has other numbers", [line(72, 700, "Notes", { font: "bold" }), small(680, "3 Cash only.")]],
  [
    "has many notes, of which nobody cites most",
    [
      line(72, 730, "Notes", { font: "bold" }),
      ...notes,
      small(660, "3 Three."),
      small(648, "4 Four."),
      small(636, "5 Five."),
    ],
  ],
  [
    "is a long section",
    [
      line(72, 730, "Notes", { font: "bold" }),
      ...Array.from({ length: 16 }, (_, at) =>
        small(700 - at * 12, at === 0 ? "1 Policies" : "go on and on"),
      ),
    ],
  ],
])("keeps a mark raised where the list on a later page %s", async (_, last) => {
  const [first] = await pagesOf(cited.slice(0, 1), [line(72, 700, "Ropes are checked.")], last);
  expect(first).toEqual([expect.stringContaining(": Boats leave within 15¹ days of the call.")]);
});

const row = (y: number, ...cells: string[]) => cells.map((text, at) => line(72 + at * 150, y, text));
const table = (y: number, ...rows: string[][]) => rows.flatMap((cells, at) => row(y - at * 16, ...cells));

test("takes signs off the words and figures of a table, and puts their notes after it", async () => {
  const fees = table(700, ["Fee", "Amount"], ["Late fee*", "25"], ["Card fee", "40**"], ["Copy", "2"]);
  const [page] = await pagesOf([
    ...fees,
    small(620, "* Waived for students."),
    small(606, "** For each month."),
  ]);
  expect(page).toEqual([
    "table_row: Fee\tAmount",
    "table_row: Late fee\t25",
    "table_row: Card fee\t40",
    "table_row: Copy\t2",
    "footnote: Waived for students.",
    "footnote: For each month.",
  ]);
});

test("gives each table the note of its own sign, and finds it on the next page", async () => {
  const of = (y: number, name: string) => table(y, ["Fee", "Amount"], [`${name}*`, "25"], ["Copy", "2"]);
  const [page] = await pagesOf([
    ...of(700, "Late"),
    small(650, "* Students none."),
    ...of(600, "Card"),
    small(550, "* Members none."),
  ]);
  expect(page?.filter((block) => block.startsWith("footnote"))).toEqual([
    "footnote: Students none.",
    "footnote: Members none.",
  ]);
  expect(page?.join()).not.toContain("*");
  const [first] = await pagesOf(of(700, "Late"), [
    ...table(700, ["Key", "9"], ["Lamp", "7"]),
    small(650, "* Students none."),
  ]);
  expect(first).toContain("table_row: Late\t25");
  expect(first?.at(-1)).toBe("footnote: Students none.");
});

test.each([
  ["a list", "* Ropes", "* Nets"],
  ["no note", "Ropes", "Nets"],
  ["words in asterisks", "**Ropes** hang.", "Nets"],
])("keeps signs where %s follows", async (_, ...lines) => {
  const [page] = await pagesOf([
    line(72, 700, "The fee is 25** or 30* a day."),
    ...lines.map((text, at) => line(72, 660 - at * 30, text)),
  ]);
  expect(page?.[0]).toBe("paragraph: The fee is 25** or 30* a day.");
});

test("finds the note of a number in a table that goes on over the page", async () => {
  const late = [line(72, 668, "Late"), line(96, 672, "1", { size: 7 }), line(222, 668, "25")];
  const last = [...table(700, ["Key", "9"], ["Lamp", "7"]), small(650, "1 Students none.")];
  const [page] = await pagesOf([...table(700, ["Fee", "Amount"], ["Copy", "2"]), ...late], last);
  expect(page).toEqual([
    "table_row: Fee\tAmount",
    "table_row: Copy\t2",
    "table_row: Late\t25",
    "footnote: Students none.",
  ]);
});

test("keeps a sign that several lines of a page bear, and the note's own", async () => {
  const rows = (y: number) => table(y, ["Fee", "Amount"], ["Late*", "25"], ["Copy", "2"], ["Card*", "7"]);
  const [page] = await pagesOf([...rows(700), small(620, "* Students none.")]);
  const [first] = await pagesOf(rows(700), [
    ...table(700, ["Key", "9"], ["Lamp", "7"]),
    small(650, "* Students none."),
  ]);
  for (const read of [page, first])
    expect(read).toEqual([
      "table_row: Fee\tAmount",
      "table_row: Late*\t25",
      "table_row: Copy\t2",
      "table_row: Card*\t7",
      "footnote: * Students none.",
    ]);
});
