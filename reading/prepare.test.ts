import { expect, test } from "vitest";
import { readTxt } from "#reading/extract/plain/txt.ts";
import { prepare, toRows } from "./prepare.ts";

test("stores a heading that is cut inside an emoji", async () => {
  const heading = `1. ${"x".repeat(115)}${"😀".repeat(10)}`;
  const extraction = await readTxt(Buffer.from(`${heading}\n\nClaims are answered within ten days.`));
  const prepared = prepare(extraction, "emoji.txt");
  const rows = toRows(extraction, {
    ...prepared,
    passages: prepared.passages.map((passage) => ({ ...passage, section: heading.slice(0, 119) })),
  });
  const [, passages = new Uint8Array()] = rows.parts;
  const text = Buffer.from(passages).toString("utf8");
  expect(text).not.toMatch(/\\ud[89a-f]/i);
  expect(JSON.parse(text)).toHaveLength(prepared.passages.length);
});

test("appends passages from OCR so that earlier passages keep their ordinals", () => {
  const page = (number: number, text: string) => ({
    number,
    label: null,
    text,
    blocks: [{ type: "paragraph" as const, start: 0, end: text.length }],
  });
  const extraction = {
    kind: "pdf" as const,
    title: null,
    pages: [
      page(1, "First page."),
      { ...page(2, "Read from a picture."), byOcr: true as const },
      page(3, "Third page."),
    ],
    words: 8,
    tables: 0,
    pagesWithoutText: [],
    language: null,
    warnings: [],
  };
  const { passages } = prepare(extraction, "scan.pdf");
  expect(passages.map(({ text, pageFrom, byOcr }) => [text, pageFrom, byOcr])).toEqual([
    ["First page.", 0, undefined],
    ["Third page.", 2, undefined],
    ["Read from a picture.", 1, true],
  ]);
  expect(toRows(extraction, prepare(extraction, "scan.pdf")).head).toMatchObject({
    pagesByOcr: [2],
    passages: 3,
  });
});
