import { expect, test } from "vitest";
import { readBlocks } from "#reading/fixtures/blocks-of.ts";
import { buildPdf, line } from "#reading/fixtures/pdf.ts";
import { buildTaggedPdf, element } from "#reading/fixtures/tagged-pdf.ts";

const headings = [
  element("H1", [
    line(72, 740, "Deposit Accounts: Terms and", { size: 12 }),
    line(72, 724, "Servicing Manual"),
  ]),
  element("H2", [line(72, 700, "Opening")]),
];

test("headings, paragraphs and list items come from the file's structure, not its appearance", async () => {
  const file = buildTaggedPdf([
    ...headings,
    element("P", [
      // a line that ends early, at the end of a sentence
      line(72, 680, "Sick leave is reported before the shift begins."),
      line(72, 666, "A certificate is needed from the third day on, which the employee sends to the office."),
    ]),
    element("H2", [line(72, 640, "Documents")]),
    element("L", [
      element("LI", [element("LBody", [line(90, 620, "A passport"), line(90, 606, "that is valid")])]),
      element("LI", [
        element("Lbl", [line(80, 592, "2.")]),
        element("LBody", [line(100, 592, "A utility bill")]),
      ]),
    ]),
  ]);
  expect(await readBlocks(file)).toEqual([
    ["heading", 1, "Deposit Accounts: Terms and Servicing Manual"],
    ["heading", 2, "Opening"],
    [
      "paragraph",
      "Sick leave is reported before the shift begins. A certificate is needed from the third day on, which the employee sends to the office.",
    ],
    ["heading", 2, "Documents"],
    ["list_item", "• A passport that is valid"],
    ["list_item", "2. A utility bill"],
  ]);
});

test("a tagged table keeps its cells, however close, wrapped or empty they are", async () => {
  const row = (y: number, cells: string[][], type = "TD") =>
    element(
      "TR",
      cells.map((texts, column) =>
        element(
          type,
          texts.map((text, index) => line(72 + column * 60, y - index * 13, text)),
        ),
      ),
    );
  const file = buildTaggedPdf([
    element("Table", [
      row(700, [["Wire"], ["Cut-off"], ["Fee"]], "TH"),
      row(680, [["Domestic,", "outgoing"], ["5:00 p.m."], ["$28"]]),
      row(650, [["Incoming"], [], ["free"]]),
    ]),
    element("H2", [line(72, 620, "Limits")]),
  ]);
  expect(await readBlocks(file)).toEqual([
    ["table_row", "header", "Wire\tCut-off\tFee"],
    ["table_row", "Domestic, outgoing\t5:00 p.m.\t$28"],
    ["table_row", "Incoming\t\tfree"],
    // the only tagged heading: others might only look like one
    ["heading", 2, "Limits"],
  ]);
});

test("cells over several columns and rows leave their columns in place", async () => {
  const cell = (x: number, y: number, text: string, attributes = "", type = "TD") =>
    element(type, [line(x, y, text)], attributes === "" ? undefined : `/O/Table${attributes}`);
  const file = buildTaggedPdf([
    element("Table", [
      element("TR", [
        cell(72, 700, "Substance", "/RowSpan 2", "TH"),
        cell(200, 700, "Limit", "/ColSpan 2", "TH"),
        cell(400, 700, "Measured", "/RowSpan 2", "TH"),
      ]),
      element("TR", [cell(200, 685, "8 hours", "", "TH"), cell(300, 685, "15 minutes", "", "TH")]),
      element("TR", [
        cell(72, 670, "Quartz"),
        cell(200, 670, "0.05"),
        cell(300, 670, "0.1"),
        cell(400, 670, "yearly"),
      ]),
    ]),
  ]);
  expect(await readBlocks(file)).toEqual([
    ["table_row", "header", "Substance\tLimit 8 hours\tLimit 15 minutes\tMeasured"],
    ["table_row", "Quartz\t0.05\t0.1\tyearly"],
  ]);
});

test("tags that contradict the page are ignored: scattered cells, signs without figures, a paragraph for each line", async () => {
  const apart = buildTaggedPdf([
    element("Table", [
      element("TR", [
        element("TD", [line(72, 700, "The fee is")]),
        element("TD", [line(300, 200, "nothing at all")]),
      ]),
    ]),
  ]);
  expect(await readBlocks(apart)).toEqual([
    ["paragraph", "The fee is"],
    ["paragraph", "nothing at all"],
  ]);
  const wide = (x: number, text: string) => element("TD", [line(x, 700, text)], "/O/Table/ColSpan 150");
  const stretched = buildTaggedPdf([element("Table", [element("TR", [wide(72, "Fee"), wide(300, "12")])])]);
  expect(await readBlocks(stretched)).toEqual([["paragraph", "Fee\t12"]]);
  const row = (y: number, texts: string[]) =>
    element(
      "TR",
      texts.map((text, column) => element("TD", [line(72 + column * 100, y, text)])),
    );
  const signs = buildTaggedPdf([
    element("Table", [row(700, ["Sales", "$", "100"]), row(686, ["Costs", "$", "80"])]),
  ]);
  expect(await readBlocks(signs)).toEqual([
    ["table_row", "Sales\t$ 100"],
    ["table_row", "Costs\t$ 80"],
  ]);
  const sentence = [
    "Premiums are due on the first day of the month and are",
    "late after ten days, unless the",
  ];
  const lines = [
    ...sentence,
    "customer has asked for more time, in",
    "which case the office decides on the",
    "new date",
  ];
  const perLine = buildTaggedPdf(
    lines.map((text, index) => element("P", [line(72, 700 - index * 14, text)])),
  );
  expect(await readBlocks(perLine)).toEqual([["paragraph", lines.join(" ")]]);
});

test("untagged text is read with the rest, and replacement texts are not read", async () => {
  const file = buildTaggedPdf(
    [
      ...headings,
      element("P", [line(72, 660, "The fee is 12 dollars.")]),
      element("H2", [line(72, 600, "Other")]),
    ],
    [line(72, 400, "A note outside of every element.")],
  );
  const replaced = Buffer.from(
    Buffer.from(file).toString("latin1").replace("/S/P/P 8", "/S/P/ActualText(The fee is 0.)/P 8"),
    "latin1",
  );
  for (const bytes of [file, replaced]) {
    const texts = (await readBlocks(bytes)).map((block) => block.at(-1));
    expect(texts).toContain("The fee is 12 dollars.");
    expect(texts).toContain("A note outside of every element.");
  }
});

test("a structure that contains itself, or is nested endlessly, is read up to a limit", async () => {
  const nested = Array.from({ length: 200 }).reduce<ReturnType<typeof element>>(
    (inner) => element("Sect", [inner]),
    element("P", [line(72, 700, "The fee is 12 dollars.")]),
  );
  expect((await readBlocks(buildTaggedPdf([nested]))).map((block) => block.at(-1))).toEqual([
    "The fee is 12 dollars.",
  ]);
  const looped = Buffer.from(buildTaggedPdf([element("P", [line(72, 700, "The fee is 12 dollars.")])]))
    .toString("latin1")
    .replace("/K[0]", "/K[9 0 R 0]");
  expect((await readBlocks(Buffer.from(looped, "latin1"))).map((block) => block.at(-1))).toEqual([
    "The fee is 12 dollars.",
  ]);
});

test("a hyphen at the end of a line stays where the file spells the word with it", async () => {
  const texts = async (lines: string[]) =>
    (await readBlocks(buildPdf([lines.map((text, index) => line(72, 700 - index * 14, text))]))).map(
      (block) => block.at(-1),
    );
  const filler = "words that make this printed line about as long as others are, and then a one-";
  expect(await texts([filler, "time payment, or a refund"])).toEqual([`${filler}time payment, or a refund`]);
  const divided = "words that make this printed line about as long as the others are: docu-";
  expect(await texts([divided, "ments are kept with the other documents"])).toEqual([
    `${divided.slice(0, -1)}ments are kept with the other documents`,
  ]);
});
