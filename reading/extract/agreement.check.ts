/**
 * Agreement and speed compared with poppler's `pdftotext` on the same PDFs: `node reading/extract/agreement.check.ts
 * [--data FOLDER] [--json FILE]`. F1 is over the words of each page with ten words or more, pairs over
 * neighboring words, rows over the lines of `pdftotext -layout` that are a name and figures in columns: the share whose
 * figures stay together on one line here.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { createExtractionPool } from "#reading/child/pool.ts";
import type { Page } from "./extraction.ts";

const { values } = parseArgs({
  options: { data: { type: "string" }, json: { type: "string" } },
});
const { data } = values;
if (data === undefined) throw new Error("Name the folder of the documents with --data.");
const FEWEST_WORDS = 10;

type Row = {
  file: string;
  pages: number;
  f1: number;
  pairs: number;
  rows: number;
  wholeRows: number;
  ours: number;
  poppler: number;
};
type Pages = { words: number; f1: number; pairs: number };

const pool = createExtractionPool({ size: 1 });
const rows: Row[] = [];
const all: Pages[] = [];
for (const name of readdirSync(data).filter((file) => file.endsWith(".pdf"))) {
  const path = join(data, name);
  const reference = poppler(path, []);
  const started = performance.now();
  const result = await pool.extract({ path, name });
  const ours = performance.now() - started;
  if (reference === null || !result.ok) continue;
  const pages = result.extraction.pages
    .map((page, index) => compare(reference.pages[index] ?? "", page.text))
    .filter((page) => page !== null);
  all.push(...pages);
  const table = wholeRows(poppler(path, ["-layout"])?.pages ?? [], result.extraction.pages);
  const count = result.extraction.pages.length;
  rows.push({
    file: name,
    pages: count,
    f1: mean(pages, "f1"),
    pairs: mean(pages, "pairs"),
    ...table,
    ours,
    poppler: reference.milliseconds,
  });
}
await pool.close();
rows.sort((a, b) => a.f1 - b.f1);
for (const row of rows)
  console.log(
    `${row.file} | ${row.pages} pages | F1 ${row.f1.toFixed(3)} | pairs ${row.pairs.toFixed(3)} | rows ${row.wholeRows}/${row.rows} | ${Math.round(row.ours)} ms | pdftotext ${Math.round(row.poppler)} ms`,
  );
const sum = (of: "pages" | "ours" | "poppler" | "rows" | "wholeRows") =>
  rows.reduce((total, row) => total + row[of], 0);
const total = { files: rows.length, pages: sum("pages"), f1: mean(all, "f1"), pairs: mean(all, "pairs"), poorPages: all.filter((page) => page.f1 < 0.5).length, rows: sum("rows"), wholeRows: sum("wholeRows") / sum("rows"), pagesPerSecond: sum("pages") / (sum("ours") / 1000), popplerPagesPerSecond: sum("pages") / (sum("poppler") / 1000) }; // prettier-ignore
console.log(total);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ total, rows }, null, 1)}\n`);

function poppler(path: string, options: string[]): { pages: string[]; milliseconds: number } | null {
  const started = performance.now();
  try {
    const text = execFileSync("pdftotext", [...options, "-enc", "UTF-8", path, "-"], {
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 30_000,
      maxBuffer: 1 << 28,
    });
    return { pages: text.toString("utf8").split("\f"), milliseconds: performance.now() - started };
  } catch {
    return null;
  }
}

function compare(reference: string, own: string): Pages | null {
  const expected = wordsOf(reference);
  if (expected.length < FEWEST_WORDS) return null;
  const found = wordsOf(own);
  return {
    words: expected.length,
    f1: overlap(expected, found),
    pairs: overlap(pairsOf(expected), pairsOf(found)),
  };
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function pairsOf(words: string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index] ?? ""} ${word}`);
}

/** F1 of two multisets. */
function overlap(expected: string[], found: string[]): number {
  const bag = new Map<string, number>();
  for (const word of expected) bag.set(word, (bag.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of found) {
    const left = bag.get(word) ?? 0;
    if (left > 0) common++;
    bag.set(word, left - 1);
  }
  return expected.length + found.length === 0 ? 1 : (2 * common) / (expected.length + found.length);
}

function wholeRows(reference: string[], pages: Page[]): { rows: number; wholeRows: number } {
  let count = 0;
  let whole = 0;
  for (const [index, page] of reference.entries()) {
    const lines = (pages[index]?.text ?? "").split("\n").map((line) => ` ${numbersOf(line).join(" ")} `);
    for (const line of page.split("\n")) {
      const numbers = numbersOf(line);
      if (!isNumericRow(line)) continue;
      count++;
      if (lines.some((own) => own.includes(` ${numbers.join(" ")} `))) whole++;
    }
  }
  return { rows: count, wholeRows: whole };
}

/** A name and at least two figures in columns of their own, and nothing else: excludes prose in a second column. */
function isNumericRow(line: string): boolean {
  const [, ...cells] = line.trim().split(/ {2,}/);
  const figures = cells.filter((cell) => /\d/.test(cell));
  return figures.length >= 2 && cells.every((cell) => /^[$€£¥()\d.,%–—\s-]+$|^(?:NM|N\/A)$/.test(cell));
}

function numbersOf(line: string): string[] {
  return line.match(/\d[\d.,]*/g)?.map((number) => number.replace(/[.,]+$/, "")) ?? [];
}

function mean(pages: Pages[], of: "f1" | "pairs"): number {
  return pages.length === 0 ? 1 : pages.reduce((total, page) => total + page[of], 0) / pages.length;
}
