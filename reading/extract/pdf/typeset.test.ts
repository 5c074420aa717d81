import { expect, test } from "vitest";
import { buildPdf, line } from "#reading/fixtures/pdf.ts";
import { splitIntoPassages } from "#reading/split/split.ts";
import { readPdf } from "./pdf.ts";

const FILLER = "The rule of the house is read by everybody who works in it, on the first day.";

test("puts marks that a file draws after all text before their paragraphs", async () => {
  const items = ["Open the desk with two people.", "Count the opening balance.", "Close the book at five."];
  const texts = items.map((text, at) => line(72, 700 - at * 18, text));
  const marks = items.map((_, at) => line(58, 700 - at * 18, `${at + 1}.`));
  const { pages } = await readPdf(buildPdf([[...texts, line(72, 600, FILLER), ...marks]]));
  const { text = "", blocks = [] } = pages[0] ?? {};
  expect(blocks.map(({ type, start, end }) => [type, text.slice(start, end)])).toEqual([
    ...items.map((item, at) => ["list_item", `${at + 1}. ${item}`]),
    ["paragraph", FILLER],
  ]);
});

test("leaves a number alone that is no paragraph's, and the first column of a table", async () => {
  const rows = ["Oslo", "Bergen", "Narvik"].flatMap((town, at) => [
    line(72, 700 - at * 16, `${at + 1}.`),
    line(200, 700 - at * 16, town),
    line(320, 700 - at * 16, String(100 + at)),
  ]);
  const { pages } = await readPdf(buildPdf([[...rows, line(72, 600, FILLER), line(72, 500, "7.")]]));
  expect(pages[0]?.text).toContain("1. Oslo\t100");
  expect(pages[0]?.text).toMatch(/\n7\.$/);
});

const twoPages = (top: string, bottom: (page: number) => string, size = 12) =>
  buildPdf(
    [1, 2].map((page) => [
      line(72, 760, top, { size }),
      ...[0, 1, 2].map((at) => line(72, 700 - at * 14, `${FILLER} Page text ${page}.`)),
      line(72, 30, bottom(page)),
    ]),
  );

test("keeps headers and footers of two pages out of the text's blocks", async () => {
  const { pages } = await readPdf(
    twoPages("Cash Procedure, edition 5", (page) => `Internal – page ${page} of 2`),
  );
  for (const { text, blocks } of pages) {
    const told = blocks.map(({ start, end }) => text.slice(start, end)).join("\n");
    expect(told).toContain("Page text");
    expect(told).not.toMatch(/edition|Internal/);
  }
});

test("keeps a title of two pages, and what only one of them has", async () => {
  const { pages } = await readPdf(
    twoPages("Visitor Form", (page) => (page === 1 ? "Ask the desk." : "Sign here."), 20),
  );
  const told = pages.map(({ text, blocks }) =>
    blocks.map(({ start, end }) => text.slice(start, end)).join("\n"),
  );
  expect(told[0]).toMatch(/^Visitor Form[^]*Ask the desk\.$/);
  expect(told[1]).toMatch(/^Visitor Form[^]*Sign here\.$/);
});

test("a sentence of a list goes on over the page", async () => {
  const item = (number: number) =>
    `${number}. Step ${number} is done by two employees of the branch, one after the other.`;
  const first = [1, 2, 3, 4, 5, 6, 7, 8].map((number, at) => line(72, 720 - at * 20, item(number)));
  const { pages } = await readPdf(
    buildPdf([
      [...first, line(72, 540, "9. The room is kept closed until the door of the safe has")],
      [line(72, 720, "been locked from the inside."), line(72, 690, item(10))],
    ]),
  );
  const texts = splitIntoPassages({ pages }).map(({ text }) => text);
  expect(texts.join("\n\n")).toContain("until the door of the safe has been locked from the inside.");
});

test("reads boxes set in a font of signs as ticked or not", async () => {
  const box = (code: string, y: number) => `BT /F3 12 Tf 1 0 0 1 72 ${y} Tm <${code}> Tj ET`;
  const drawn = [box("FE", 700), box("A8", 680)].join(" ");
  const form = `<</Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</Font<</F3 9 0 R>>>>/Length ${drawn.length}>>stream\n${drawn}\nendstream`;
  const font = "<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Wingdings-Regular/Encoding/WinAnsiEncoding>>";
  const { pages } = await readPdf(
    buildPdf([[line(90, 700, "Dogs are allowed", { before: "/X1 Do" }), line(90, 680, "Cats are allowed")]], {
      resources: "/XObject<</X1 8 0 R>>",
      parts: [form, font],
    }),
  );
  expect(pages[0]?.text).toBe("☑ Dogs are allowed\n☐ Cats are allowed");
});

const typographicHyphen = `<</Length 260>>stream
/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def
1 begincodespacerange <00> <FF> endcodespacerange
2 beginbfrange <20> <7E> <0020> <01> <01> <2010> endbfrange
endcmap CMapName currentdict /CMap defineresource pop end end                                   
endstream`;

test("joins a word that a typographic hyphen divides at the end of a line", async () => {
  const hex = (text: string) => Buffer.from(text, "latin1").toString("hex");
  const drawn = `BT /F3 12 Tf 1 0 0 1 72 700 Tm <${hex("The money is carried by a per")}01> Tj 1 0 0 1 72 684 Tm <${hex("son of the branch.")}> Tj ET`;
  const form = `<</Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</Font<</F3 9 0 R>>>>/Length ${drawn.length}>>stream\n${drawn}\nendstream`;
  const font =
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[1/hyphen]>>/ToUnicode 10 0 R>>";
  const { pages } = await readPdf(
    buildPdf([[line(72, 640, "Each person signs.", { before: "/X1 Do" })]], {
      resources: "/XObject<</X1 8 0 R>>",
      parts: [form, font, typographicHyphen],
    }),
  );
  expect(pages[0]?.text).toContain("carried by a person of the branch.");
});

test("keeps a footer at the end of the text out of blocks, at any height", async () => {
  const page = (number: number) => {
    const lines = Array.from({ length: 3 + (number % 3) * 4 }, (_, at) =>
      line(72, 690 - at * 14, `${FILLER} ${at}`),
    );
    const end = 690 - lines.length * 14 - 24;
    return [
      line(72, 712, `Step ${number}`),
      ...lines,
      line(72, end, "Acme Inc."),
      line(300, end, `Form 10-K`),
      line(520, end, String(number + 7)),
    ];
  };
  const { pages } = await readPdf(buildPdf([1, 2, 3, 4, 5, 6].map(page)));
  for (const { text, blocks } of pages) {
    const told = blocks.map(({ start, end }) => text.slice(start, end)).join("\n");
    expect(told).toContain("The rule of the house");
    expect(told).not.toContain("Acme");
    expect(text).toContain("Acme Inc.");
  }
});

test("keeps the headings of parts that each have a page", async () => {
  const { pages } = await readPdf(
    buildPdf(
      [1, 2, 3, 4].map((number) => [
        line(72, 740, `Schedule ${number}`),
        line(72, 700, `${FILLER} ${number}`),
      ]),
    ),
  );
  for (const [index, { text, blocks }] of pages.entries())
    expect(blocks.map(({ start, end }) => text.slice(start, end)).join("\n")).toContain(
      `Schedule ${index + 1}`,
    );
});
