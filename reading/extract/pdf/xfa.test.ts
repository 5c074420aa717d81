import { expect, test } from "vitest";
import { buildPdf, line } from "#reading/fixtures/pdf.ts";
import { extractBytes } from "../extract.ts";

const template = (texts: string[]) =>
  `<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform>${texts
    .map((text) => `<draw><value><text>${text}</text></value></draw>`)
    .join("")}</subform></template>`;

function form(page: string, texts: string[], isInParts: boolean): Uint8Array {
  const streams = isInParts
    ? ["<xdp:xdp>", template(texts), "</xdp:xdp>"]
    : [`<xdp:xdp>${template(texts)}</xdp:xdp>`];
  const parts = streams.map((xml) => `<</Length ${xml.length}>>stream\n${xml}\nendstream`);
  const names = isInParts ? "[(preamble) 8 0 R (template) 9 0 R (postamble) 10 0 R]" : "8 0 R";
  return buildPdf([[line(72, 700, page)]], {
    catalog: `/AcroForm<</Fields[]/XFA ${names}>>/NeedsRendering true`,
    parts,
  });
}

const claims = ["Claims are paid within 8 days.", "The insurer pays interest afterwards."];

test.each([true, false])(
  "says that the text of a form program was not read (in parts: %s)",
  async (isInParts) => {
    const result = await extractBytes(form("Please wait...", claims, isInParts), "a.pdf");
    expect(result).toEqual({
      ok: false,
      failure: {
        reason: "unsupported",
        message: expect.stringMatching(/form that is a program.*was not read/),
      },
    });
  },
);

test.each([true, false])(
  "reads a form program whose pages have its text (in parts: %s)",
  async (isInParts) => {
    const result = await extractBytes(form(claims.join(" "), claims, isInParts), "a.pdf");
    expect(result.ok && result.extraction.pages[0]?.text).toBe(claims.join(" "));
  },
);

test("reads a form program whose hints and choices no page shows", async () => {
  const hidden = ["Enter the number of pupils.", "Choose between morning and afternoon visits."];
  const result = await extractBytes(form(claims.join(" "), [...claims, ...hidden], false), "a.pdf");
  expect(result.ok && result.extraction.pages[0]?.text).toBe(claims.join(" "));
});
