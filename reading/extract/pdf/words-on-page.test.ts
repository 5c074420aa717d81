import { expect, test } from "vitest";
import { buildPdf, line } from "#reading/fixtures/pdf.ts";
import { startEngine } from "./engine.ts";
import { loadDocument } from "./pdf.ts";
import { wordsOnPage } from "./words-on-page.ts";

test("finds a whole sentence around the marks of notes, which its text lacks", async () => {
  const before =
    "BT 1 0 0 1 72 700 Tm /F1 12 Tf (Claims are paid in 15) Tj /F1 7 Tf 4.5 Ts (1) Tj /F1 12 Tf 0 Ts ( working days, or in May.) Tj ET";
  const engine = await startEngine();
  const file = buildPdf([[line(72, 600, "", { before }), line(72, 500, "Another rule.")]]);
  const page = engine.FPDF_LoadPage(loadDocument(engine, file), 0);
  const areasOf = (words: string) => wordsOnPage(engine, page, words, { width: 612, height: 792 });
  const whole = areasOf("Claims are paid in 151 working days, or in May.");
  expect(whole).toHaveLength(1);
  expect(areasOf("Claims are paid in 15 working days, or in May.")).toEqual(whole);
});
