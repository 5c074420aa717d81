import { expect, test } from "vitest";
import { buildPdf, line, type PdfLine } from "#reading/fixtures/pdf.ts";
import type { Extraction } from "../extraction.ts";
import { readPdf } from "./pdf.ts";

const textOf = ({ pages }: Extraction) => pages.map(({ text }) => text).join("\n");
const codesOf = ({ warnings }: Extraction) => warnings.map(({ code }) => code);

const rate = line(72, 700, "The rate is four percent.");
const old = (after: string, more: Partial<PdfLine> = {}) =>
  line(72, 650, "The card limit is USD 1,500 a day.", { after: `q ${after} Q`, ...more });
const AREA = "60 640 260 24";

/** A picture of one gray pixel, `Im`; the same with a mask that shows half of it, `Soft`; states with transparency. */
const resources =
  "/XObject<</Im 8 0 R/Soft 9 0 R/Rect 11 0 R>>/ExtGState<</Half<</ca 0.5>>/Multiply<</BM/Multiply>>>>/Properties<</Off 12 0 R>>";
const image = (more: string) =>
  `<</Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray${more}/Length 1>>stream\n\x80\nendstream`;
const parts = [
  image(""),
  image("/SMask 10 0 R"),
  image(""),
  "<</Type/XObject/Subtype/Form/BBox[0 0 300 40]/Length 26>>stream\n0.9 g 0 0 260 24 re f     \nendstream",
  "<</Type/OCG/Name(old)>>",
];
const file = (lines: PdfLine[], more = "") => buildPdf([lines], { resources, parts, catalog: more });
const picture = (name: string) => `260 0 0 24 60 640 cm /${name} Do`;

test.each([
  ["a white area", `1 g ${AREA} re f`],
  ["a black area", `0 g ${AREA} re f`],
  ["a colored area with a line around it", `0.2 0.4 0.9 rg ${AREA} re B`],
  ["a picture", picture("Im")],
  ["an area in a form", "1 0 0 1 60 640 cm /Rect Do"],
  ["two areas beside each other", "1 g 60 640 130 24 re f 190 640 130 24 re f"],
])("leaves out text under %s and says so", async (_, cover) => {
  const read = await readPdf(file([rate, old(cover), line(72, 600, "It is paid monthly.")]));
  expect(textOf(read)).toBe("The rate is four percent.\n\nIt is paid monthly.");
  expect(read.warnings).toEqual([
    {
      code: "covered_text",
      message: "Text covered by a shape or a picture was found and left out (page 1).",
      pages: [1],
    },
  ]);
});

test("reads the text written over a covered one", async () => {
  const lines = [rate, old(`1 g ${AREA} re f`), line(72, 650, "The card limit is USD 2,200 a day.")];
  const read = await readPdf(file(lines));
  expect(textOf(read)).toBe("The rate is four percent.\n\nThe card limit is USD 2,200 a day.");
  expect(codesOf(read)).toEqual(["covered_text"]);
});

test("leaves out the covered words of a line only", async () => {
  const read = await readPdf(file([old("1 g 190 640 38 24 re f")]));
  expect(textOf(read)).toBe("The card limit is USD day.");
  expect(codesOf(read)).toEqual(["covered_text"]);
});

test("reads what a mask leaves of a number", async () => {
  const number = line(72, 650, "Account 1234567890", { after: "q 0 g 121 640 40 24 re f Q" });
  const read = await readPdf(file([number]));
  expect(textOf(read)).toMatch(/^Account \d*7890$/);
  expect(codesOf(read)).toEqual(["covered_text"]);
});

test.each([
  ["a transparent area", `/Half gs 1 g ${AREA} re f`],
  ["a highlight", `/Multiply gs 1 1 0 rg ${AREA} re f`],
  ["a picture with a mask", picture("Soft")],
  ["a line around it", `${AREA} re S`],
  ["an area that is clipped away", `400 400 5 5 re W n 1 g ${AREA} re f`],
  ["an area of a layer that is off", `/OC /Off BDC 1 g ${AREA} re f EMC`],
  ["an area with a hole", "0 g 40 630 400 44 re 60 640 340 24 re f*"],
  ["an area over half of its height", "1 g 60 654 260 14 re f"],
  ["an area beside it", "0 g 300 640 200 24 re f"],
  ["the ground of the next line", "0.8 g 60 625 260 21 re f"],
])("reads text under %s", async (_, cover) => {
  const read = await readPdf(file([old(cover)], "/OCProperties<</OCGs[12 0 R]/D<</OFF[12 0 R]>>>>"));
  expect(textOf(read)).toBe("The card limit is USD 1,500 a day.");
  expect(codesOf(read)).not.toContain("covered_text");
});

test("reads text on areas that were drawn before it", async () => {
  const rows = Array.from({ length: 20 }, (_, at) =>
    line(72, 700 - at * 20, `Rule ${at} of the table`, {
      before: `q 0.9 g 60 ${694 - at * 20} 300 20 re f Q`,
    }),
  );
  const read = await readPdf(file(rows));
  expect(textOf(read).match(/Rule \d+ of the table/g)?.length).toBe(20);
  expect(read.warnings).toEqual([]);
});

test.each([
  ["invisible", "3 Tr", "0 Tr"],
  ["drawn", "", ""],
])("reads the %s text under the picture of a scanned page and says that it was recognized", async (_, before, after) => {
  const scan = line(72, 600, "It is paid monthly.", { before, after: `${after} q 612 0 0 792 0 0 cm /Im Do Q` });
  const read = await readPdf(file([{ ...rate, before }, scan]));
  expect(textOf(read)).toBe("The rate is four percent.\n\nIt is paid monthly.");
  expect(codesOf(read)).toEqual(["recognised_text"]);
}); // prettier-ignore

test("reads a page that paints thousands of areas over its text", async () => {
  const areas = Array.from({ length: 3_000 }, (_, at) => `${at % 600} ${600 + (at % 90)} 20 20 re f`);
  const read = await readPdf(file([rate, line(72, 400, "It is paid monthly.", { before: areas.join(" ") })]));
  expect(textOf(read)).toContain("It is paid monthly.");
});

test("reads the text under an annotation, which readers of the page can move", async () => {
  const content = "1 g 0 0 260 24 re f";
  const stamp = "<</Type/Annot/Subtype/Stamp/F 4/Rect[60 640 320 664]/AP<</N 9 0 R>>>>";
  const form = `<</Type/XObject/Subtype/Form/BBox[0 0 260 24]/Length ${content.length}>>stream\n${content}\nendstream`;
  const read = await readPdf(
    buildPdf([[rate, old("")]], { pages: { 0: "/Annots[8 0 R]" }, parts: [stamp, form] }),
  );
  expect(textOf(read)).toContain("The card limit is USD 1,500 a day.");
});
