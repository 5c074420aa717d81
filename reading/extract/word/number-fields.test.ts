import { expect, test } from "vitest";
import type { Extraction } from "#reading/extract/extraction.ts";
import { blocksOf } from "#reading/fixtures/blocks-of.ts";
import { buildDoc } from "#reading/fixtures/doc.ts";
import { buildDocx, r } from "#reading/fixtures/docx.ts";
import { readDoc } from "./doc.ts";
import { readDocx } from "./docx.ts";

/** A paragraph of fields and text; `heading` is the depth of its style. */
type Paragraph = { heading?: 1 | 2; parts: (string | { code: string; result?: string })[] };

const fieldOf = (code: string, result = "") =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> ${code} </w:instrText></w:r>${result === "" ? "" : `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${r(result)}`}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

const docxOf = (paragraphs: Paragraph[]) =>
  readDocx(
    buildDocx(
      paragraphs
        .map(
          ({ heading, parts }) =>
            `<w:p>${heading === undefined ? "" : `<w:pPr><w:pStyle w:val="Heading${heading}"/></w:pPr>`}${parts.map((part) => (typeof part === "string" ? r(part) : fieldOf(part.code.replaceAll('"', "&quot;"), part.result))).join("")}</w:p>`,
        )
        .join(""),
    ),
  );

function docOf(paragraphs: Paragraph[]): Promise<Extraction> {
  let text = "";
  const marks = paragraphs.map(({ heading = 0, parts }) => {
    for (const part of parts)
      text +=
        typeof part === "string"
          ? part
          : `\x13 ${part.code} ${part.result === undefined ? "" : `\x14${part.result}`}\x15`;
    text += "\r";
    return { at: text.length - 1, style: heading };
  });
  return readDoc(buildDoc(text, { marks, styles: [null, 1, 2] }));
}

const blocks = ({ pages }: Extraction) =>
  pages.flatMap((page) => page.blocks.map(({ start, end }) => page.text.slice(start, end)));
const codes = ({ warnings }: Extraction) => warnings.map(({ code }) => code);
const auto = (code: string, text: string, heading?: 1 | 2): Paragraph => ({
  parts: [{ code }, ` ${text}`],
  ...(heading === undefined ? {} : { heading }),
});

test.each<[string, Paragraph[], string[]]>([
  [
    "paragraphs one after another",
    [auto("AUTONUM", "Moor."), { parts: ["Plain."] }, auto("AUTONUM", "Dry.")],
    ["1. Moor.", "Plain.", "2. Dry."],
  ],
  [
    "headings by their depth, and the paragraphs below each anew",
    [
      auto("AUTONUM", "Boats", 1),
      auto("AUTONUM", "Moor."),
      auto("AUTONUM", "Nets", 2),
      auto("AUTONUM", "Dry."),
      auto("AUTONUM", "Mend."),
      auto("AUTONUM", "Piers", 1),
      auto("AUTONUM", "Ropes", 2),
    ],
    ["1. Boats", "1. Moor.", "1. Nets", "1. Dry.", "2. Mend.", "2. Piers", "1. Ropes"],
  ],
  [
    "paragraphs below headings without a field through the whole text",
    [
      { heading: 1, parts: ["Boats"] },
      auto("AUTONUM", "Moor."),
      { heading: 1, parts: ["Nets"] },
      auto("AUTONUM", "Dry."),
    ],
    ["Boats", "1. Moor.", "Nets", "2. Dry."],
  ],
  [
    "legal numbers with those of the headings above",
    [
      auto("AUTONUMLGL", "Boats", 1),
      auto("AUTONUMLGL", "Nets", 2),
      auto("AUTONUMLGL", "Dry."),
      auto("AUTONUMLGL \\e", "Mend."),
      auto("AUTONUMLGL", "Ropes", 2),
      auto("AUTONUMLGL", "Piers", 1),
    ],
    ["1. Boats", "1.1. Nets", "1.1.1. Dry.", "1.1.2 Mend.", "1.2. Ropes", "2. Piers"],
  ],
  [
    "headings of an outline",
    [
      auto("AUTONUMOUT", "Boats", 1),
      auto("AUTONUMOUT", "Nets", 2),
      auto("AUTONUMOUT", "Ropes", 2),
      auto("AUTONUMOUT", "Piers", 1),
    ],
    ["I. Boats", "A. Nets", "B. Ropes", "II. Piers"],
  ],
  [
    "each in the format and with the separator that it asks for",
    [
      auto("AUTONUM \\* Arabic \\s :", "Moor."),
      auto('AUTONUM \\* alphabetic \\s ")"', "Dry."),
      auto("AUTONUM \\* ROMAN \\* MERGEFORMAT", "Mend."),
      auto("AUTONUM \\* OrdText", "Paint."),
    ],
    ["1: Moor.", "b) Dry.", "III. Mend.", "fourth. Paint."],
  ],
  [
    "items in a paragraph",
    [
      {
        parts: [
          "Masters ",
          { code: "LISTNUM \\l 6" },
          " moor, ",
          { code: "LISTNUM \\l 6" },
          " dry nets, and ",
          { code: "LISTNUM \\l 6" },
          " pay.",
        ],
      },
    ],
    ["Masters (i) moor, (ii) dry nets, and (iii) pay."],
  ],
  [
    "lists by name, each field of a paragraph a level deeper",
    [
      { parts: [{ code: "LISTNUM LegalDefault" }, " Boats moor."] },
      {
        parts: [
          "Here ",
          { code: "LISTNUM LegalDefault" },
          " and ",
          { code: "LISTNUM LegalDefault" },
          " nets dry.",
        ],
      },
      { parts: [{ code: 'LISTNUM "NumberDefault" \\s 4' }, " Ropes."] },
      { parts: [{ code: "LISTNUM" }, " Piers."] },
    ],
    ["1. Boats moor.", "Here 2. and 2.1. nets dry.", "4) Ropes.", "5) Piers."],
  ],
])("numbers %s, as Word prints them", async (_, paragraphs, wanted) => {
  for (const read of [await docxOf(paragraphs), await docOf(paragraphs)]) {
    expect(blocks(read)).toEqual(wanted);
    expect(codes(read)).toEqual([]);
  }
});

test.each<[string, Paragraph[], string[]]>([
  [
    "in a list of its own",
    [auto("LISTNUM Clauses", "Moor."), auto("LISTNUM Clauses", "Dry.")],
    ["Moor.", "Dry."],
  ],
  [
    "in an unknown format, and those after it",
    [auto("AUTONUM", "Moor."), auto("AUTONUM \\* Chosung", "Dry."), auto("AUTONUM", "Mend.")],
    ["1. Moor.", "Dry.", "Mend."],
  ],
  ["below a heading without one", [auto("AUTONUMLGL", "Nets", 2)], ["Nets"]],
  [
    "of another kind than the first",
    [auto("AUTONUM", "Moor."), auto("AUTONUMLGL", "Dry.")],
    ["1. Moor.", "Dry."],
  ],
  [
    "twice in a paragraph",
    [{ parts: [{ code: "AUTONUM" }, " Moor ", { code: "AUTONUM" }, "here."] }],
    ["1. Moor here."],
  ],
])("says that a number was not read which stands %s", async (_, paragraphs, wanted) => {
  for (const read of [await docxOf(paragraphs), await docOf(paragraphs)]) {
    expect(blocks(read)).toEqual(wanted);
    expect(codes(read)).toEqual(["part_not_read"]);
  }
});

test("keeps the number that a field has stored", async () => {
  const stored = [{ parts: [{ code: "AUTONUM", result: "7." }, " Moor."] }];
  for (const read of [await docxOf(stored), await docOf(stored)]) {
    expect(blocks(read)).toEqual(["7. Moor."]);
    expect(codes(read)).toEqual([]);
  }
});

test("numbers a paragraph by a simple field, and takes its number for a label", async () => {
  const simple = `<w:p><w:fldSimple w:instr=" AUTONUM "/>${r("Moor.")}</w:p>`;
  const { pages } = await readDocx(buildDocx(simple + simple));
  expect(pages.flatMap((page) => blocksOf(page, "list_item"))).toEqual(["1. Moor.", "2. Moor."]);
});
