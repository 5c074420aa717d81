import { expect, test } from "vitest";
import { startEngine } from "#reading/extract/pdf/engine.ts";
import { loadDocument, readPdf } from "#reading/extract/pdf/pdf.ts";
import { buildPdf, line } from "#reading/fixtures/pdf.ts";
import { lossesOf } from "./compare.ts";

const nothing = { lost: [], changed: [], unseen: [], struck: [], joined: [] };

/** Compares a page with a text that claims to be read from it. */
async function compare(file: Uint8Array, text: string) {
  const engine = await startEngine();
  const handle = engine.FPDF_LoadPage(loadDocument(engine, file), 0);
  return lossesOf(engine, handle, { number: 1, label: null, text, blocks: [] });
}

const rule = line(72, 700, "Claims are paid within 15 days.");

test("finds nothing where the text is that of the picture", async () => {
  expect(await compare(buildPdf([[rule]]), "Claims are paid within 15 days.")).toEqual(nothing);
});

test("finds words and figures that the text lacks", async () => {
  expect(await compare(buildPdf([[rule]]), "Claims are within days.")).toEqual({
    ...nothing,
    lost: ["paid", "15"],
  });
});

test("finds a figure that a raised mark changed", async () => {
  const raised =
    "BT 1 0 0 1 72 700 Tm /F1 12 Tf (Paid in 15) Tj /F1 7 Tf 4.5 Ts (1) Tj /F1 12 Tf 0 Ts ( days.) Tj ET";
  const file = buildPdf([[line(72, 650, "", { before: raised })]]);
  expect((await compare(file, "Paid in 151 days.")).changed).toEqual(["151"]);
  expect(await compare(file, "Paid in 15 days.")).toEqual(nothing);
  expect(await compare(file, "Paid in 15¹ days.")).toEqual(nothing);
});

test("finds words under a line, words that nobody sees, and cells that a line parts", async () => {
  const struck = buildPdf([
    [line(72, 700, "obsolete"), line(72, 600, "", { before: "0.7 w 72 704 m 118 704 l S" })],
  ]);
  expect(await compare(struck, "obsolete")).toEqual({ ...nothing, struck: ["obsolete"] });
  const covered = buildPdf([[line(72, 700, "covered", { after: "1 1 1 rg 60 690 200 30 re f 0 g" })]]);
  expect(await compare(covered, "covered")).toEqual({ ...nothing, unseen: ["covered"] });
  const walled = buildPdf([
    [
      line(72, 700, "first"),
      line(106, 700, "second"),
      line(72, 600, "", { before: "0.7 w 100 690 m 100 720 l S" }),
    ],
  ]);
  expect(await compare(walled, "first second")).toEqual({ ...nothing, joined: ["first second"] });
  expect(await compare(walled, "first\tsecond")).toEqual(nothing);
});

test("finds nothing on a page as it is read", async () => {
  const file = buildPdf([
    [
      rule,
      line(72, 650, "obsolete"),
      line(72, 600, "", { before: "0.7 w 72 654 m 118 654 l S" }),
      line(72, 600, "first"),
      line(106, 600, "second"),
      line(72, 500, "", { before: "0.7 w 100 590 m 100 620 l S" }),
    ],
  ]);
  const { pages } = await readPdf(file);
  expect(await compare(file, pages[0]?.text ?? "")).toEqual({ ...nothing, lost: ["obsolete"] });
});
