import fc from "fast-check";
import { expect, test } from "vitest";
import { analyze } from "#engine/text/analyze.ts";
import { buildDoc } from "#reading/fixtures/doc.ts";
import { buildDocx, p, r } from "#reading/fixtures/docx.ts";
import { buildPdf, line } from "#reading/fixtures/pdf.ts";
import type { Extraction } from "./extraction.ts";
import { readPdf } from "./pdf/pdf.ts";
import { readTxt } from "./plain/txt.ts";
import { settleRaised, takeMarks } from "./raised.ts";
import { readDoc } from "./word/doc.ts";
import { readDocx } from "./word/docx.ts";

/** A sentence in parts; each second part is raised. */
type Parts = string[];
type File = { sentence: Parts; notes: [label: string, text: string][] };

const plainOf = (parts: Parts) => parts.filter((_, at) => at % 2 === 0).join("");
function pdfOf(
  { sentence, notes }: File,
  noteSize: number,
  isRaisedNote: boolean,
  labelSize = noteSize * 0.6,
): Uint8Array {
  const drawn = sentence.map((text, at) =>
    at % 2 === 0 ? `/F1 12 Tf 0 Ts (${text}) Tj` : `/F1 7 Tf 4.5 Ts (${text}) Tj`,
  );
  const before = `BT 1 0 0 1 72 700 Tm ${drawn.join(" ")} ET`;
  const drawnNotes = notes.flatMap(([label, text], at) => {
    const y = 90 - at * 12;
    if (!isRaisedNote) return [line(72, y, `${label} ${text}`, { size: noteSize })];
    // a figure is 0.556 sizes wide; a space follows it
    const x = 72 + labelSize * 0.556 + noteSize * 0.28;
    return [line(72, y + noteSize * 0.3, label, { size: labelSize }), line(x, y, text, { size: noteSize })];
  });
  return buildPdf([
    [line(72, 680, "", { before }), line(72, 660, "Another rule of the house."), ...drawnNotes],
  ]);
}

const RAISED = '<w:vertAlign w:val="superscript"/>';
const MARK_STYLE = `<w:style xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" w:styleId="Mark"><w:rPr>${RAISED}</w:rPr></w:style>`;

function docxOf({ sentence, notes }: File, run: string, isRaisedNote: boolean): Uint8Array {
  const runs = (parts: Parts) =>
    `<w:p>${parts.map((text, at) => r(text, at % 2 === 0 ? "" : run)).join("")}</w:p>`;
  const note = ([label, text]: [string, string]) =>
    isRaisedNote ? runs(["", label, ` ${text}`]) : p(`${label} ${text}`);
  return buildDocx(runs(sentence) + p("Another rule of the house.") + notes.map(note).join(""), {
    styles: MARK_STYLE,
  });
}

function docOf({ sentence, notes }: File, properties: string): Uint8Array {
  let text = "";
  const runs: { from: number; to: number; properties: string }[] = [];
  const add = (parts: Parts) => {
    for (const [at, part] of parts.entries()) {
      if (at % 2 === 1 && part !== "")
        runs.push({ from: text.length, to: text.length + part.length, properties });
      text += part;
    }
    text += "\r";
  };
  add(sentence);
  add(["Another rule of the house."]);
  for (const [label, words] of notes) add(["", label, ` ${words}`]);
  return buildDoc(text, { runs });
}

const figures = fc.constantFrom("15", "2024", "1,500", "12.5", "4%", "USD 300");
const labels = fc.constantFrom(
  ["1"],
  ["2"],
  ["12"],
  ["a"],
  ["1", "2"],
  ["3", "b"],
  ["*"],
  ["**"],
  ["*", "2"],
);
const anyFile = fc
  .record({ figure: figures, labels, after: fc.constantFrom(" working days apply.", ".", ", or more.") })
  .map(({ figure, labels: marks, after }): File & { figure: string } => ({
    figure,
    sentence: ["The limit is ", "", figure, marks.join(","), after],
    notes: marks.map((label) => [label, `Told in note ${label}.`]),
  }));

const readers: Record<string, (file: File, isRaised: boolean) => Promise<Extraction>> = {
  "pdf with small notes": (file, isRaised) => readPdf(pdfOf(file, 9, isRaised)),
  "pdf with notes in the size of the text": (file, isRaised) => readPdf(pdfOf(file, 12, isRaised)),
  "pdf with labels as large as their notes": (file, isRaised) => readPdf(pdfOf(file, 9, isRaised, 9)),
  "docx with superscript": (file, isRaised) => readDocx(docxOf(file, RAISED, isRaised)),
  "docx with moved text": (file, isRaised) => readDocx(docxOf(file, '<w:position w:val="8"/>', isRaised)),
  "docx with a style": (file, isRaised) => readDocx(docxOf(file, '<w:rStyle w:val="Mark"/>', isRaised)),
  "doc with superscript": (file) => readDoc(docOf(file, "482a01")),
  "doc with moved text": (file) => readDoc(docOf(file, "45480800")),
};

test.each(Object.keys(readers))(
  "takes raised marks out of the text of a %s and puts their notes after it",
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(anyFile, fc.boolean(), async (file, isRaised) => {
        const { pages } = (await readers[kind]?.(file, isRaised)) ?? { pages: [] };
        const blocks = pages.flatMap(({ text, blocks: own }) =>
          own.map(({ type, start, end }) => `${type}: ${text.slice(start, end)}`),
        );
        expect(blocks).toEqual([
          `paragraph: ${plainOf(file.sentence)}`,
          ...file.notes.map(([, text]) => `footnote: ${text}`),
          "paragraph: Another rule of the house.",
        ]);
      }),
      { numRuns: 40, seed: 3 },
    );
  },
);

test.each([
  ["a mark without a note", ["Paid in ", "", "15", "2", " days."], "Paid in 15² days."],
  ["a power of ten", ["A dose of ", "", "10", "-3", " g."], "A dose of 10⁻³ g."],
  ["a small Roman number", ["Paid in ", "", "15", "ii", " days."], "Paid in 15ⁱⁱ days."],
  ["a unit", ["An area of ", "", "45 m", "2", " of floor."], "An area of 45 m² of floor."],
  ["an ordinal", ["The ", "", "1", "st", " reminder."], "The 1st reminder."],
  ["a name", ["Use Brand", "TM", " only."], "Use BrandTM only."],
])("keeps %s in raised characters, none of which belongs to a figure", async (_, sentence, wanted) => {
  const file: File = { sentence, notes: [] };
  for (const { pages } of [
    await readPdf(pdfOf(file, 12, true)),
    await readDocx(docxOf(file, RAISED, true)),
    await readDoc(docOf(file, "482a01")),
  ])
    expect(pages[0]?.text.split("\n")[0]).toBe(wanted);
});

test("keeps a unit raised although a note has its number", async () => {
  const file: File = {
    sentence: ["An area of 45 m", "2", " costs 300", "2", " a month."],
    notes: [["2", "Without tax."]],
  };
  for (const { pages } of [
    await readPdf(pdfOf(file, 9, true)),
    await readDocx(docxOf(file, RAISED, true)),
    await readDoc(docOf(file, "482a01")),
  ])
    expect(pages[0]?.text).toContain("An area of 45 m² costs 300 a month.\n\nWithout tax.");
});

test.each([
  ["24\x0ea, †\x0f", "24ᵃ, †"],
  ["24\x0e†, 1\x0f hours", "24†, ¹ hours"],
  ["72\x0e†\x0f", "72†"],
])("writes %j with its marks raised", (text, settled) => {
  expect(settleRaised(text).text).toBe(settled);
});

test("finds a figure without the mark after it", () => {
  expect(analyze("Paid in 15¹ days, or 1,500² or 10⁻³ units")).toEqual(
    expect.arrayContaining(["15", "1500", "10"]),
  );
});

test.each([
  ["a sign", "The limit is 15* days.\n\nAnother rule.\n\n* Working days."],
  ["a dagger at the end of a cell", "Fee | Days\nLate † | 15\nCard | 4\n\nAnother rule.\n\n† Working days."],
  ["a raised letter", "The limit is 15¹ days.\n\nAnother rule.\n\n¹ Working days."],
])("puts the note of %s after its paragraph or table in plain text", async (_, text) => {
  const { pages } = await readTxt(Buffer.from(text));
  const [page] = pages;
  const read = page?.blocks.map(({ type, start, end }) => `${type}: ${page.text.slice(start, end)}`) ?? [];
  expect(read.join()).not.toMatch(/[*†¹]/);
  expect(read.indexOf("footnote: Working days.")).toBe(read.indexOf("paragraph: Another rule.") - 1);
});

test.each([
  ["a list in asterisks", "Pay 15* days.\n\n* Ropes\n* Nets"],
  ["words in asterisks", "Read the **Note** first.\n\n**Ropes** hang here."],
  ["a product", "Count 5 * 3 ropes.\n\n* Ropes hang here."],
  ["a paragraph's number", "See §.\n\n§ 3 Ropes hang here."],
])("keeps the signs of %s in plain text", async (_, text) => {
  expect((await readTxt(Buffer.from(text))).pages[0]?.text).toBe(text);
});

test("keeps a sign that several rows bear, with its note after the last of them", async () => {
  const text = "Fee | Days\nLate* | 15\nCard | 4\nKey* | 9\n\n* Working days.\n\nAnother rule.";
  const [page] = (await readTxt(Buffer.from(text))).pages;
  expect(page?.text.split(/\n+/)).toEqual([
    "Fee | Days",
    "Late* | 15",
    "Card | 4",
    "Key* | 9",
    "* Working days.",
    "Another rule.",
  ]);
  expect(page?.blocks.at(-2)?.type).toBe("footnote");
});

test("takes one of two raised marks only with the other, whose note is missing", () => {
  const known = (label: string) => label === "1" || label === "*";
  expect(takeMarks("within 5¹,² days", known).text).toBe("within 5¹,² days");
  expect(takeMarks("within 5¹, * days", known).text).toBe("within 5 days");
  expect(takeMarks("within 5², * days", known).text).toBe("within 5² days");
});
