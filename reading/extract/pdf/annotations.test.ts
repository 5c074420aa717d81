import fc from "fast-check";
import { expect, test } from "vitest";
import { buildPdf, line, type PdfLine } from "#reading/fixtures/pdf.ts";
import type { Extraction } from "../extraction.ts";
import { readPdf } from "./pdf.ts";

/** A page with annotations, given as the entries of their dictionaries; `parts` are further objects, from number 8. */
function pageWith(lines: PdfLine[], annotations: string[], parts: string[] = [], catalog = ""): Uint8Array {
  const first = 8 + parts.length;
  const names = annotations.map((_, index) => `${first + index} 0 R`).join(" ");
  return buildPdf([lines], {
    catalog,
    pages: { 0: `/Annots[${names}]` },
    parts: [...parts, ...annotations.map((entries) => `<</Type/Annot${entries}>>`)],
  });
}

const textOf = ({ pages }: Extraction) => pages.map(({ text }) => text).join("\n");
const codesOf = ({ warnings }: Extraction) => warnings.map(({ code }) => code);

const rule = line(72, 700, "Taxis are free.");
const other = line(72, 600, "Trains are paid.");

test("leaves out struck text and names its page", async () => {
  const strike = "/Subtype/StrikeOut/F 4/Rect[70 696 170 712]/QuadPoints[70 712 170 712 70 696 170 696]";
  const read = await readPdf(pageWith([rule, other], [strike]));
  expect(textOf(read)).toBe("Trains are paid.");
  expect(read.warnings).toEqual([
    { code: "struck_text", message: "Struck-out text was found and left out (page 1).", pages: [1] },
  ]);
});

test.each([
  ["hidden", "/F 2"],
  ["not shown on screen", "/F 32"],
])("reads text under a mark that is %s", async (_, flag) => {
  const strike = `/Subtype/StrikeOut${flag}/Rect[70 696 170 712]/QuadPoints[70 712 170 712 70 696 170 696]`;
  expect(textOf(await readPdf(pageWith([rule, other], [strike])))).toBe(
    "Taxis are free.\n\nTrains are paid.",
  );
});

const appearance = (text: string) => {
  const content = `BT /F1 12 Tf 2 4 Td (${text}) Tj ET`;
  return `<</Type/XObject/Subtype/Form/BBox[0 0 300 20]/Resources<</Font<</F1 3 0 R>>>>/Length ${content.length}>>stream\n${content}\nendstream`;
};

test.each([
  ["a text box", "/Subtype/FreeText/Contents(Two guards at night.)", false],
  ["a drawn text box", "/Subtype/FreeText/Contents(Two guards at night.)/AP<</N 8 0 R>>", true],
  ["a stamp", "/Subtype/Stamp/AP<</N 8 0 R>>", true],
])("reads the text of %s on the page", async (_, entries, isDrawn) => {
  const parts = isDrawn ? [appearance("Two guards at night.")] : [];
  const read = await readPdf(pageWith([rule], [`${entries}/F 4/Rect[300 500 600 520]`], parts));
  expect(textOf(read)).toBe("Taxis are free.\n\nTwo guards at night.");
});

test.each([
  ["a line", "/Subtype/Line/Rect[70 702 175 706]/L[70 704 172 704.5]", "struck_text"],
  ["a line that leans", "/Subtype/Line/Rect[70 702 175 708]/L[68 702 180 706]", "struck_text"],
  ["a stroke by hand", "/Subtype/Ink/Rect[70 700 175 708]/InkList[[70 703 110 705 172 704]]", "struck_text"],
  ["an opaque square", "/Subtype/Square/Rect[70 695 175 715]/IC[1 1 1]", "covered_text"],
  ["a line under the text", "/Subtype/Line/Rect[70 696 175 700]/L[70 698 172 698]", null],
  ["a long line", "/Subtype/Line/Rect[10 702 600 706]/L[10 704 600 704]", null],
  ["a frame", "/Subtype/Square/Rect[70 695 175 715]/C[1 0 0]", null],
  ["a transparent square", "/Subtype/Square/Rect[70 695 175 715]/IC[1 1 0]/CA 0.4", null],
  ["two strokes", "/Subtype/Ink/Rect[70 700 175 708]/InkList[[70 703 172 704][70 708 72 700]]", null],
])("text under %s is left out only where it can't be read as before", async (_, entries, code) => {
  const read = await readPdf(pageWith([rule, other], [`${entries}/F 4`]));
  expect(textOf(read)).toBe(code === null ? "Taxis are free.\n\nTrains are paid." : "Trains are paid.");
  expect(codesOf(read)).toEqual(code === null ? [] : [code]);
});

test("a correction written over an opaque square stays", async () => {
  const square = "/Subtype/Square/F 4/Rect[70 695 175 715]/IC[1 1 1]";
  const note = "/Subtype/FreeText/F 4/Rect[70 695 370 715]/Contents(x)/AP<</N 8 0 R>>";
  const read = await readPdf(pageWith([rule, other], [square, note], [appearance("Taxis cost 9.")]));
  expect(textOf(read)).toContain("Taxis cost 9.");
  expect(textOf(read)).not.toContain("free");
});

test("warns of comments that a reader has to open", async () => {
  const note = "/Subtype/Text/F 4/Rect[400 600 420 620]/Contents(The rule is obsolete.)";
  const read = await readPdf(pageWith([rule], [note]));
  expect(textOf(read)).toBe("Taxis are free.");
  expect(codesOf(read)).toEqual(["part_not_read"]);
});

test("reads a page of 10,000 annotations and says that not all were read", async () => {
  const links = Array.from({ length: 10_000 }, () => "/Subtype/Text/Rect[1 1 2 2]/Contents(x)");
  const read = await readPdf(pageWith([rule], links));
  expect(textOf(read)).toBe("Taxis are free.");
  expect(read.warnings.map(({ message }) => message)).toContain(
    "Pages with thousands of annotations: only the first ones were read (page 1).",
  );
});

test("ignores overlapping and impossible areas of marks", async () => {
  const strikes = [
    "/QuadPoints[70 712 170 712 70 696 170 696 70 712 120 712 70 696 120 696]",
    "/QuadPoints[0 0 0 0]",
    "/QuadPoints[-1e30 1e30 1e30 1e30 -1e30 5e30 nan 1]",
    "",
  ].map((quads) => `/Subtype/StrikeOut/F 4/Rect[70 696 170 712]${quads}`);
  expect(textOf(await readPdf(pageWith([rule, other], strikes)))).toBe("Trains are paid.");
});

test.each([2, 20, 60])(
  "reads a value that is drawn %i points after its label, in the same line",
  async (gap) => {
    // `Depot:` is 37 points wide; the appearance begins 2 points to the right and 4 above the field
    const field = `/Subtype/Widget/FT/Tx/T(d)/V(Bonn)/F 4/Rect[${109 + gap} 696 ${409 + gap} 716]/AP<</N 8 0 R>>`;
    for (const lines of [[line(72, 700, "Depot:")], [line(72, 740, "Form"), line(72, 700, "Depot:")]])
      expect(textOf(await readPdf(pageWith(lines, [field], [appearance("Bonn")])))).toMatch(/Depot: Bonn$/);
  },
);

const checkBox = (name: string, state: string, x: number, y: number, more = "") =>
  `/Subtype/Widget/FT/Btn/T(${name})/F 4/Rect[${x} ${y} ${x + 12} ${y + 12}]/AS/${state}/V/${state}/AP<</N<</Yes 8 0 R/Off 9 0 R>>>>${more}`;
/** A sign of the font's own letters, as programs draw the tick. */
const ticks = [appearance("4"), appearance("")];
const form = (fields: number) =>
  `/AcroForm<</Fields[${Array.from({ length: fields }, (_, at) => `${10 + at} 0 R`).join(" ")}]>>`;

const anyForm = fc.array(
  fc.record({
    label: fc.constantFrom("Private use", "Trips abroad", "Late return", "Own car"),
    isTicked: fc.boolean(),
    side: fc.constantFrom("left", "right", "far right"),
  }),
  { minLength: 1, maxLength: 5 },
);

test("reads boxes to tick beside their text, ticked or not, on either side", async () => {
  await fc.assert(
    fc.asyncProperty(anyForm, async (fields) => {
      const lines = fields.map(({ label }, at) => line(100, 700 - at * 30, label));
      const boxes = fields.map(({ isTicked, side }, at) => {
        const x = { left: 84, right: 180, "far right": 400 }[side];
        return checkBox(`f${at}`, isTicked ? "Yes" : "Off", x, 698 - at * 30);
      });
      const read = await readPdf(pageWith(lines, boxes, ticks, form(fields.length)));
      expect(textOf(read).split(/\n+/)).toEqual(
        fields.map(({ label, isTicked, side }) => {
          const sign = isTicked ? "☒" : "☐";
          return side === "left" ? `${sign} ${label}` : `${label} ${sign}`;
        }),
      );
    }),
    { numRuns: 60, seed: 5 },
  );
});

test("reads each box of one line with the text nearest to it", async () => {
  const lines = [line(72, 700, "Allowed:"), line(160, 700, "Yes"), line(240, 700, "No")];
  const radio = (state: string, x: number) => checkBox("r", state, x, 698, "/Ff 32768");
  const read = await readPdf(pageWith(lines, [radio("Off", 142), radio("Yes", 222)], ticks, form(2)));
  expect(textOf(read).replaceAll("\t", " ")).toBe("Allowed: ☐ Yes ☒ No");
});

test("reads the chosen entries of a list only, and a value that the file doesn't draw", async () => {
  const list = `/Subtype/Widget/FT/Ch/T(c)/F 4/Ff 2097152/Rect[200 640 300 720]/Opt[(Gold)(Silver)(Bronze)]/V[(Gold)(Bronze)]/I[0 2]/AP<</N 8 0 R>>`;
  const field = `/Subtype/Widget/FT/Tx/T(n)/F 4/Rect[200 596 300 612]/V(Ann Lee)`;
  const lines = [line(72, 708, "Cards:"), line(72, 600, "Name:")];
  const read = await readPdf(
    pageWith(lines, [list, field], [appearance("Gold Silver Bronze"), appearance("")], form(2)),
  );
  expect(textOf(read).split("\n\n")).toEqual(["Cards: Gold, Bronze", "Name: Ann Lee"]);
});

test.each([
  [
    "a choice as its entry, not its code",
    "/FT/Ch/Ff 131072/V(978)/Opt[[(840)(US dollar)][(978)(Euro)]]",
    "Euro",
  ],
  ["a choice that was typed", "/FT/Ch/Ff 393216/V(Yen)/Opt[(Euro)]", "Yen"],
  ["a value whose drawing is empty", "/FT/Tx/V(Ann Lee)/AP<</N 8 0 R>>", "Ann Lee"],
])("reads %s", async (_, entries, value) => {
  const empty = "<</Type/XObject/Subtype/Form/BBox[0 0 100 16]/Length 11>>stream\n/Tx BMC EMC\nendstream";
  const field = `/Subtype/Widget/T(c)/F 4/Rect[200 596 300 612]${entries}`;
  const read = await readPdf(
    pageWith([line(72, 600, "Field:")], [field], [empty], "/AcroForm<</Fields[9 0 R]>>"),
  );
  expect(textOf(read)).toBe(`Field: ${value}`);
});

test("leaves out annotations of layers if a layer of the file may be off, and says so", async () => {
  const note = "/Subtype/FreeText/Contents(x)/F 4/Rect[300 500 600 520]/AP<</N 8 0 R>>/OC 9 0 R";
  const parts = [appearance("Two guards at night."), "<</Type/OCG/Name(old)>>"];
  const layers = (state: string) => `/OCProperties<</OCGs[9 0 R]/D<<${state}>>>>`;
  const off = await readPdf(pageWith([rule], [note], parts, layers("/OFF[9 0 R]")));
  expect(textOf(off)).toBe("Taxis are free.");
  expect(codesOf(off)).toEqual(["switched_off"]);
  const on = await readPdf(pageWith([rule], [note], parts, layers("")));
  expect(textOf(on)).toBe("Taxis are free.\n\nTwo guards at night.");
});

test("reads the page of a form whose fields contain each other", async () => {
  const field = "/Subtype/Widget/F 4/Rect[84 698 96 710]/T(a)/Parent 8 0 R/Kids[8 0 R]/FT/Btn/AS/Yes";
  const read = await readPdf(
    pageWith([line(100, 700, "Private use")], [field], [], "/AcroForm<</Fields[8 0 R]>>"),
  );
  expect(textOf(read)).toContain("Private use");
});
