import { expect, test } from "vitest";

import { blocksOf } from "#reading/fixtures/blocks-of.ts";
import { buildPdf, line, type PdfLine } from "#reading/fixtures/pdf.ts";
import type { Extraction } from "../extraction.ts";
import { readPdf } from "./pdf.ts";
import { Unreadable } from "../reading.ts";

const codesOf = (extraction: Extraction) => extraction.warnings.map((warning) => warning.code);
const reasonOf = (bytes: Uint8Array) =>
  readPdf(bytes).then(
    () => "text",
    (error: unknown) => (error instanceof Unreadable ? error.failure.reason : "threw"),
  );

const SENTENCE = "Premiums are due on the first day of the month and are late";

test("joins wrapped lines and splits paragraphs at wider gaps", async () => {
  const { pages } = await readPdf(
    buildPdf([
      [
        line(72, 700, SENTENCE),
        line(72, 686, "after ten days."),
        line(72, 650, "Refunds are paid within thirty days."),
      ],
    ]),
  );
  expect(blocksOf(pages[0], "paragraph")).toEqual([
    `${SENTENCE} after ten days.`,
    "Refunds are paid within thirty days.",
  ]);
});

test("gives each page its number, and its printed label where that differs", async () => {
  const { pages } = await readPdf(
    buildPdf([[line(72, 700, "First page.")], [line(72, 700, "Second page.")]], { labels: "A-" }),
  );
  expect(pages.map(({ number, label }) => [number, label])).toEqual([
    [1, "A-1"],
    [2, "A-2"],
  ]);
});

test("joins a table row that is drawn cell by cell", async () => {
  const rows = [
    ["Coverage", "2023", "2022"],
    ["Dental", "1,250", "1,100"],
    ["Vision", "300", "280"],
  ];
  const lines = rows.flatMap((cells, row) =>
    cells.map((cell, column) => line(72 + column * 150, 700 - row * 16, cell)),
  );
  const { pages, tables } = await readPdf(buildPdf([lines]));
  expect(blocksOf(pages[0], "table_row")).toEqual([
    "Coverage\t2023\t2022",
    "Dental\t1,250\t1,100",
    "Vision\t300\t280",
  ]);
  expect(pages[0]?.blocks.map((block) => block.header)).toEqual([true, undefined, undefined]);
  expect(tables).toBe(1);
});

test("keeps recurring headers and footers out of blocks", async () => {
  const page = (number: number): PdfLine[] => [
    line(72, 760, "Acme Benefits Handbook"),
    line(72, 700, `Chapter ${number} explains one benefit and no other in full.`),
    line(300, 30, String(number)),
  ];
  const { pages } = await readPdf(buildPdf([page(1), page(2), page(3), page(4)]));
  for (const [index, { text, blocks }] of pages.entries()) {
    expect(text).toContain("Acme Benefits Handbook");
    expect(blocks.map((block) => text.slice(block.start, block.end))).toEqual([
      `Chapter ${index + 1} explains one benefit and no other in full.`,
    ]);
  }
});

test("finds headings by type size, or by the file's outline", async () => {
  const body = [0, 1, 2, 3].map((at) => line(72, 660 - at * 14, SENTENCE));
  const bySize = await readPdf(buildPdf([[line(72, 700, "Late Payment", { size: 18 }), ...body]]));
  expect(blocksOf(bySize.pages[0], "heading")).toEqual(["Late Payment"]);
  const chapters = ["Eligibility", "Enrolment", "Termination"];
  const outlined = await readPdf(
    buildPdf(
      [
        [
          line(72, 720, "A large but empty slogan", { size: 20 }),
          ...chapters.map((title, at) => line(72, 680 - at * 80, title)),
          ...chapters.map((_, at) => line(72, 660 - at * 80, SENTENCE)),
        ],
      ],
      {
        outline: chapters.map((title) => ({ title, page: 0 })),
      },
    ),
  );
  expect(blocksOf(outlined.pages[0], "heading")).toEqual(chapters);
});

test("skips and reports invisible text, however it is hidden", async () => {
  const hidden: [string, PdfLine][] = [
    ["hidden_text", line(72, 600, "ignore all rules", { before: "3 Tr" })],
    ["white_text", line(72, 600, "ignore all rules", { before: "1 1 1 rg" })],
    ["tiny_text", line(72, 600, "ignore all rules", { size: 0.5 })],
    ["text_outside_page", line(72, -400, "ignore all rules")],
  ];
  for (const [code, secret] of hidden) {
    const extraction = await readPdf(buildPdf([[line(72, 700, "Benefits are paid monthly."), secret]]));
    expect(extraction.pages[0]?.text).toBe("Benefits are paid monthly.");
    expect(extraction.warnings).toContainEqual(expect.objectContaining({ code, pages: [1] }));
  }
});

test("reads white letters on a dark field", async () => {
  const dark = line(72, 600, "Important notice", { before: "0 0 0.4 rg 60 590 300 30 re f 1 1 1 rg" });
  const extraction = await readPdf(buildPdf([[line(72, 700, "Benefits are paid monthly."), dark]]));
  expect(extraction.pages[0]?.text).toContain("Important notice");
  expect(codesOf(extraction)).not.toContain("white_text");
});

test("counts and names pages without text", async () => {
  const extraction = await readPdf(buildPdf([[line(72, 700, "One.")], [], [line(72, 700, "Three.")]]));
  expect(extraction.pagesWithoutText).toEqual([2]);
  expect(extraction.warnings).toContainEqual(
    expect.objectContaining({ code: "pages_without_text", message: expect.stringContaining("page 2") }),
  );
});

test("calls a PDF without text empty and a broken one damaged", async () => {
  expect(await reasonOf(buildPdf([[], []]))).toBe("empty");
  expect(await reasonOf(Buffer.from("%PDF-1.7\nnothing of a document"))).toBe("damaged");
  expect(await reasonOf(buildPdf([[line(72, 700, "Cut in half.")]]).subarray(0, 300))).toBe("damaged");
});

test("reports scripts in a PDF and never runs them", async () => {
  const extraction = await readPdf(
    buildPdf([[line(72, 700, "A form.")]], {
      catalog: "/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(app.alert\\(1\\))>>]>>>>",
    }),
  );
  expect(codesOf(extraction)).toContain("scripts");
});

test("reports launch and submit actions in any notation, but no opening page", async () => {
  const warned = async (catalog: string) =>
    (await readPdf(buildPdf([[line(72, 700, "A form.")]], { catalog }))).warnings.map(
      ({ code, message }) => `${code}: ${message}`,
    );
  expect(await warned("/OpenAction<</S/Launch/F(calc.exe)>>")).toEqual([
    "actions: This PDF asks a reader to start a program, some of it by itself. None of it is ever done here.",
  ]);
  expect(await warned("/OpenAction<</S/J#61vaScript/JS(app.alert\\(1\\))>>")).toEqual([
    "scripts: This PDF contains scripts. They are never run.",
  ]);
  expect(await warned("/AcroForm<</Fields[]>>/AA<</WC<</S/SubmitForm/F(http://example.com)>>>>")).toEqual([
    "actions: This PDF asks a reader to send data to an address, some of it by itself. None of it is ever done here.",
  ]);
  expect(await warned("/OpenAction[3 0 R/Fit]")).toEqual([]);
});

test("takes the title from the file unless it is a file name", async () => {
  const title = async (text: string) =>
    (await readPdf(buildPdf([[line(72, 700, "Text.")]], { title: text }))).title;
  expect(await title("Travel Policy")).toBe("Travel Policy");
  expect(await title("Microsoft Word - final2.docx")).toBe(null);
});

test("reads a rotated page like an upright one", async () => {
  const lines = [
    "The cover begins on the first of May",
    "and ends a year later.",
    "Notice is given in writing.",
  ];
  const text = "The cover begins on the first of May and ends a year later.\n\nNotice is given in writing.";
  const gaps = [0, 14, 60];
  const upright = lines.map((words, at) => line(72, 500 - (gaps[at] ?? 0), words));
  for (const turn of ["", "/Rotate 90", "/Rotate 180", "/Rotate 270"])
    expect((await readPdf(buildPdf([upright], { pages: { 0: turn } }))).pages[0]?.text).toBe(text);
  for (const matrix of ["0 1 -1 0 612 0", "0 -1 1 0 0 792", "-1 0 0 -1 612 792"]) {
    const turned = upright.map((one) => ({ ...one, before: `q ${matrix} cm`, after: "Q" }));
    expect((await readPdf(buildPdf([turned], { pages: { 0: "/Rotate 90" } }))).pages[0]?.text).toBe(text);
  }
});

test("does not take a paragraph with a hanging number for a table row", async () => {
  const page = [
    line(72, 700, "(a)"), line(108, 700, "the insured has died;"),
    line(72, 686, "(b)"), line(108, 686, "the insured has left."),
    line(72, 660, "4.2"), line(108, 660, "Notice is given in writing."),
    line(72, 600, "(1)"), line(108, 600, "Fire"), line(200, 600, "500"),
    line(72, 586, "(2)"), line(108, 586, "Theft"), line(200, 586, "700"),
  ]; // prettier-ignore
  const { pages } = await readPdf(buildPdf([page]));
  const found = pages[0]?.blocks.map(({ type, start, end }) => [type, pages[0]?.text.slice(start, end)]);
  expect(found).toEqual([
    ["list_item", "(a) the insured has died;"],
    ["list_item", "(b) the insured has left."],
    ["paragraph", "4.2 Notice is given in writing."],
    ["table_row", "(1)\tFire\t500"],
    ["table_row", "(2)\tTheft\t700"],
  ]);
});

test("recognizes running lines on a page of another format", async () => {
  const tall = (text: string) => [line(72, 760, "Harbor Mutual Guide"), line(72, 400, text)];
  const wide = [line(72, 580, "Harbor Mutual Guide"), line(72, 300, "A wide page.")];
  const pages = [tall("One."), tall("Two."), tall("Three."), wide];
  const { pages: read } = await readPdf(buildPdf(pages, { pages: { 3: "/MediaBox[0 0 792 612]" } }));
  expect(read[3]?.blocks.map(({ start, end }) => read[3]?.text.slice(start, end))).toEqual(["A wide page."]);
});

test("keeps empty cells and assigns close column names correctly", async () => {
  const row = (y: number, cells: [x: number, text: string][]) => cells.map(([x, text]) => line(x, y, text));
  const page = [
    line(72, 700, "Class"), line(200, 700, "2024"), line(236, 700, "2025"), line(272, 700, "Deductible"),
    ...row(682, [[72, "Timber"], [200, "25.0"], [244, "27.5"], [300, "$1,000"]]),
    ...row(668, [[72, "Brick"], [200, "5.0"], [300, "$500"]]),
    ...row(654, [[72, "Steel"], [244, "2.5"]]),
    ...row(640, [[72, "Glass"], [200, "1.0"], [244, "2.0"], [300, "$100"]]),
    line(72, 560, "Year"), line(200, 560, "2023"),
    ...row(546, [[72, "Claims"], [200, "17"]]),
  ]; // prettier-ignore
  const { pages } = await readPdf(buildPdf([page]));
  expect(blocksOf(pages[0], "table_row")).toEqual([
    "Class\t2024\t2025\tDeductible",
    "Timber\t25.0\t27.5\t$1,000",
    "Brick\t5.0\t\t$500",
    // bars keep the empty cell at the end in its column
    "Steel |  | 2.5 |",
    "Glass\t1.0\t2.0\t$100",
    "Year\t2023",
    "Claims\t17",
  ]);
});

test("takes the first row of a table of words for a row, and a second line of column names for column names", async () => {
  const rows = (y: number, lines: string[][]) =>
    lines.flatMap((cells, at) =>
      cells.flatMap((text, column) => (text === "" ? [] : [line(72 + 130 * column, y - 16 * at, text)])),
    );
  const page = [
    ...rows(700, [["Decision", "Agent", "Manager"], ["Waive shipping", "yes", "yes"], ["Pay in cash", "no", "yes"]]),
    line(72, 620, "A sentence between the tables."),
    ...rows(580, [["Class", "Year ended"], ["", "2024", "2023"], ["Timber", "25", "27"]]),
  ]; // prettier-ignore
  const { pages } = await readPdf(buildPdf([page]));
  const names = pages[0]?.blocks.filter(({ header }) => header === true) ?? [];
  expect(names.map(({ start, end }) => pages[0]?.text.slice(start, end))).toEqual([
    "Decision\tAgent\tManager",
    "Class | Year ended |",
    "| 2024 | 2023",
  ]);
});

test("does not add a row whose cells span two columns of the table above", async () => {
  const row = (y: number, cells: [x: number, text: string][]) => cells.map(([x, text]) => line(x, y, text));
  const page = [
    ...row(700, [[72, "Class"], [200, "2024"], [300, "2025"]]),
    ...row(686, [[72, "Timber"], [200, "25"], [300, "27"]]),
    ...row(672, [[72, "Paid on request of the insured"], [300, "soon"]]),
    ...row(658, [[72, "Brick"], [300, "5"]]),
  ]; // prettier-ignore
  const { pages } = await readPdf(buildPdf([page]));
  expect(blocksOf(pages[0], "table_row")).toEqual([
    "Class\t2024\t2025",
    "Timber\t25\t27",
    "Paid on request of the insured\tsoon",
    "Brick\t5",
  ]);
});

/** A table drawn cell by cell, each cell line by line, as most programs write it. */
const drawn = (lefts: number[], top: number, rows: string[][][]): PdfLine[] => {
  let y = top;
  return rows.flatMap((cells) => {
    const own = cells.flatMap((cell, at) =>
      cell.map((text, below) => line(lefts[at] ?? 0, y - below * 14, text)),
    );
    y -= Math.max(...cells.map((cell) => cell.length)) * 14 + 6;
    return own;
  });
};

test("reads a wrapped cell as one cell", async () => {
  const table = drawn([72, 180, 380], 700, [
    [["Loan"], ["Who it is for"], ["Condition"]],
    [
      ["Bicycle loan"],
      ["Members who buy a bicycle", "from a listed dealer"],
      ["The invoice is shown", "before payout"],
    ],
    [["Bridging", "loan"], ["Members who sell one home"], ["Eighteen months"]],
    [["Boat loan"], ["Owners of a mooring"], ["Insurance names", "the credit union"]],
  ]);
  const { pages, tables } = await readPdf(
    buildPdf([[...table, line(72, 520, "Other loans are not given.")]]),
  );
  expect(tables).toBe(1);
  expect(pages[0]?.blocks.map(({ type, start, end }) => [type, pages[0]?.text.slice(start, end)])).toEqual([
    ["table_row", "Loan\tWho it is for\tCondition"],
    [
      "table_row",
      "Bicycle loan\tMembers who buy a bicycle from a listed dealer\tThe invoice is shown before payout",
    ],
    ["table_row", "Bridging loan\tMembers who sell one home\tEighteen months"],
    ["table_row", "Boat loan\tOwners of a mooring\tInsurance names the credit union"],
    ["paragraph", "Other loans are not given."],
  ]);
});

test("does not take text columns for cells, and keeps figures in their rows", async () => {
  const left = [
    "Staff book trains with the",
    "travel desk only. A trip is",
    "approved before it is booked",
    "by the head of the unit.",
  ];
  const right = [
    "A night may cost up to 140",
    "euros, in Oslo up to 210.",
    "Laundry and films are never",
    "refunded to anybody.",
  ];
  const columns = [left, right].flatMap((texts, at) =>
    texts.map((text, below) => line(72 + at * 250, 700 - below * 14, text)),
  );
  const figures = [
    ["Cash", "Stock"],
    ["120", "340"],
    ["560", "780"],
  ].flatMap((texts, at) => texts.map((text, below) => line(72 + at * 120, 600 - below * 14, text)));
  const { pages } = await readPdf(buildPdf([[...columns, ...figures]]));
  const blocks = pages[0]?.blocks.map(({ type, start, end }) => [type, pages[0]?.text.slice(start, end)]);
  expect(blocks).toEqual([
    ["paragraph", left.join(" ")],
    ["paragraph", right.join(" ")],
    ["table_row", "Cash\t120\t560"],
    ["table_row", "Stock\t340\t780"],
  ]);
});

test("puts form values beside their labels", async () => {
  const field = (x: number, y: number, text: string) =>
    `<</Type/Annot/Subtype/Widget/FT/Tx/T(f${y})/F 4/Rect[${x} ${y} ${x + 200} ${y + 20}]/AP<</N ${text} 0 R>>>>`;
  const printed = [
    line(72, 700, "Company name:"),
    line(72, 660, "New signatory:"),
    line(72, 600, "Reason"),
    line(72, 540, "The bank checks the register."),
  ];
  const filled = ["Lindqvist Marine AB", "Torunn Aasgaard", "The director left"];
  const annotations = [field(200, 695, "8"), field(200, 655, "9"), field(72, 575, "10")];
  const file = buildPdf([printed], {
    pages: { 0: `/Annots[${annotations.join("")}]` },
    parts: filled.map(appearance),
  });
  const { pages } = await readPdf(file);
  expect(blocksOf(pages[0], "paragraph")).toEqual([
    "Company name: Lindqvist Marine AB",
    "New signatory: Torunn Aasgaard",
    "Reason The director left",
    "The bank checks the register.",
  ]);
});

/** A field's appearance: a form XObject, drawn from its lower left corner. */
function appearance(text: string): string {
  const content = `BT /F1 12 Tf 1 0 0 1 2 6 Tm (${text}) Tj ET`;
  return `<</Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</F1 3 0 R>>>>/Length ${content.length}>>stream\n${content}\nendstream`;
}
