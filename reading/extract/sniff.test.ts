import { expect, test } from "vitest";

import { buildDoc, buildCfb } from "#reading/fixtures/doc.ts";
import { buildDocx, p } from "#reading/fixtures/docx.ts";
import { buildPdf, line } from "#reading/fixtures/pdf.ts";
import { buildZip } from "#reading/fixtures/zip.ts";
import { extractBytes } from "./extract.ts";
import { sniff, sniffWhole } from "./sniff.ts";

const pdf = buildPdf([[line(72, 700, "Text.")]]);
const docx = buildDocx(p("Text."));
const doc = buildDoc("Text.\r");

test("decides by bytes, not by name", async () => {
  for (const name of ["a.pdf", "a.docx", "a.doc", "a.txt", "a"]) {
    expect((await sniffWhole(pdf, name)).kind).toBe("pdf");
    expect((await sniffWhole(docx, name)).kind).toBe("docx");
    expect((await sniffWhole(doc, name)).kind).toBe("doc");
  }
});

test("refuses other kinds of files by their first bytes", () => {
  const refused: [string, string][] = [
    ["{\\rtf1 hello}", "RTF"],
    ["\x89PNG\r\n\x1a\n", "PNG"],
    ["<!DOCTYPE html><html>", "HTML"],
    ['<?xml version="1.0"?><w:wordDocument>', "Word 2003"],
  ];
  for (const [head, what] of refused)
    expect(sniff(Buffer.from(head, "latin1"), "a.doc")).toMatchObject({
      kind: null,
      what: expect.stringContaining(what),
    });
  expect(sniff(pdf.subarray(0, 64), "a.txt").kind).toBe("pdf");
});

test("names the program of other container files", async () => {
  expect(await sniffWhole(buildZip([["xl/workbook.xml", ""]]), "a.docx")).toMatchObject({
    kind: null,
    what: "an Excel workbook",
  });
  expect(await sniffWhole(buildZip([["a.txt", ""]]), "a.docx")).toEqual({
    kind: null,
    what: "a zip archive",
  });
  expect(await sniffWhole(buildCfb([["Workbook", Buffer.alloc(5_000)]]), "a.doc")).toMatchObject({
    kind: null,
    what: "an Excel 97-2003 workbook",
  });
});

test("a file that is another kind than its name says is told so, and what makes it readable", async () => {
  const book = buildZip([["xl/workbook.xml", ""]]);
  const slides = buildZip([["ppt/presentation.xml", ""]]);
  const oldBook = buildCfb([["Workbook", Buffer.alloc(5_000)]]);
  const asPdf = "not a PDF, Word or text document. Save it as PDF or .docx and upload it again.";
  const sentences: [Uint8Array, string, string][] = [
    [
      book,
      "a.pptx",
      "This file is named .pptx, but it is an Excel workbook. Name it .xlsx and upload it again.",
    ],
    [
      slides,
      "a.xlsx",
      "This file is named .xlsx, but it is a PowerPoint presentation. Name it .pptx and upload it again.",
    ],
    [
      oldBook,
      "a.xlsx",
      "This file is named .xlsx, but it is an Excel 97-2003 workbook. Save it as .xlsx and upload it again.",
    ],
    [
      Buffer.from("<html><body>x"),
      "a.pptx",
      "This file is named .pptx, but it is a web page (HTML). Name it .html and upload it again.",
    ],
    // a company may not have workbooks read
    [book, "a.docx", `This file is named .docx, but it is an Excel workbook, ${asPdf}`],
    [buildZip([["a.txt", ""]]), "a.xlsx", `This file is named .xlsx, but it is a zip archive, ${asPdf}`],
    [book, "a", `This is an Excel workbook, ${asPdf}`],
  ];
  for (const [bytes, name, message] of sentences)
    expect(await extractBytes(bytes, name)).toEqual({
      ok: false,
      failure: { reason: "unsupported", message },
    });
});

test("refuses random bytes, but accepts text with a stray NUL", () => {
  const random = Buffer.from(
    Array.from({ length: 4_000 }, (_, index) => (index * 167 + (index >> 3) * 91) % 256),
  );
  expect(sniff(random, "a.txt").kind).toBe(null);
  expect(sniff(Buffer.from(`${"Plain words. ".repeat(20)}\0`), "a.txt").kind).toBe("txt");
});

test("reads a renamed file by its real kind and says so", async () => {
  const outcome = await extractBytes(docx, "report.pdf");
  expect(outcome).toMatchObject({
    ok: true,
    extraction: { kind: "docx", warnings: [{ code: "renamed_type" }] },
  });
});

test("says what to do in every failure", async () => {
  const files: [Uint8Array, string, string][] = [
    [Buffer.alloc(0), "a.pdf", "empty"],
    [Buffer.from("<html><body>x</body></html>"), "a.pdf", "unsupported"],
    [Buffer.from("not a zip at all"), "a.docx", "damaged"],
    [Buffer.from("%PDF-1.4 broken"), "a.pdf", "damaged"],
  ];
  for (const [bytes, name, reason] of files) {
    const outcome = await extractBytes(bytes, name);
    expect(outcome).toMatchObject({
      ok: false,
      failure: { reason, message: expect.stringMatching(/^This .+\. [A-Z].+\.$/) },
    });
  }
});
