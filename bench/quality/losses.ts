import { readFileSync, writeFileSync } from "node:fs";
import { dataAt } from "#testing/sets.ts";
import { createExtractionPool } from "#reading/child/pool.ts";
import type { Extraction } from "#reading/extract/extraction.ts";
import { listCorpus } from "#reading/child/corpus-wanted.ts";
import { startEngine } from "#reading/extract/pdf/engine.ts";
import { loadDocument } from "#reading/extract/pdf/pdf.ts";
import type { BenchOptions } from "../options.ts";
import { type Losses, lossesOf } from "./losses/compare.ts";

const report = "docs/results/losses.md";
/** Of each file and kind, shown in the report's data. */
const MOST_SHOWN = 20;

type Row = { file: string; pages: number; losses: Losses };

/**
 * Draws every page of the corpus's good PDFs and compares the picture with the text that was read: figures and words, lines
 * through words, and lines between them. What differs without a warning for its page is a loss. The counts go to
 * docs/results/losses.md.
 */
export async function run({ data, json, before }: BenchOptions): Promise<void> {
  const files = listCorpus(dataAt("", data)).filter(({ hostile, name }) => !hostile && name.endsWith(".pdf"));
  if (files.length === 0) throw new Error("There is no corpus here. Name its folder with --data.");
  const pool = createExtractionPool({ size: 1 });
  const rows: Row[] = [];
  for (const { path, name } of files) {
    const result = await pool.extract({ path, name });
    if (!result.ok || result.extraction.kind !== "pdf") continue;
    const losses = await compareFile(new Uint8Array(readFileSync(path)), result.extraction);
    rows.push({ file: name, pages: result.extraction.pages.length, losses });
    const counts = kinds.map((kind) => `${kind} ${losses[kind].length}`).join(", ");
    process.stdout.write(`${name}: ${result.extraction.pages.length} pages, ${counts}\n`);
  }
  await pool.close();
  const earlier = before === undefined ? null : (JSON.parse(readFileSync(before, "utf8")) as Written[]);
  writeFileSync(report, markdown(rows, earlier));
  if (json) writeFileSync(json, `${JSON.stringify(rows.map(shortened), null, 1)}\n`);
}

const kinds = ["lost", "changed", "unseen", "struck", "joined"] as const;

/** A row as `--json` writes it. */
type Written = { pages: number; counts: Record<keyof Losses, number> };

const shortened = ({ losses, ...row }: Row) => ({
  ...row,
  counts: Object.fromEntries(kinds.map((kind) => [kind, losses[kind].length])),
  losses: Object.fromEntries(kinds.map((kind) => [kind, losses[kind].slice(0, MOST_SHOWN)])),
});

/** The differences on pages without a warning of their own. */
async function compareFile(bytes: Uint8Array, { pages, warnings }: Extraction): Promise<Losses> {
  const engine = await startEngine();
  const doc = loadDocument(engine, bytes);
  const warned = new Set(warnings.flatMap((warning) => warning.pages ?? []));
  const all: Losses = { lost: [], changed: [], unseen: [], struck: [], joined: [] };
  for (const [index, page] of pages.entries()) {
    if (warned.has(index + 1) || page.byOcr === true) continue;
    const first = engine.FPDF_LoadPage(doc, index);
    if (first === 0) continue;
    engine.FPDFPage_Flatten(first, 0);
    engine.FPDF_ClosePage(first);
    const handle = engine.FPDF_LoadPage(doc, index);
    if (engine.FPDFPage_GetRotation(handle) !== 0) engine.FPDFPage_SetRotation(handle, 0);
    const found = lossesOf(engine, handle, page);
    engine.FPDF_ClosePage(handle);
    for (const kind of kinds) all[kind].push(...found[kind]);
  }
  return all;
}

function markdown(rows: Row[], before: Written[] | null): string {
  const pages = rows.reduce((sum, row) => sum + row.pages, 0);
  const count = (some: Row[], kind: keyof Losses) =>
    some.reduce((sum, { losses }) => sum + losses[kind].length, 0);
  const line = (name: string, some: Row[], own: number) =>
    `| ${name} | ${own} | ${kinds.map((kind) => count(some, kind)).join(" | ")} |`;
  return [
    "# What drawn pages show and their text lacks",
    "",
    "Written by `npm run bench -- losses`, which draws every page of the corpus's good PDFs and compares the pixels with the text that was read; the files are not part of this repository. Pages with a warning of their own are left out.",
    "",
    "- **lost**: visible words of four letters or more, and figures, that the text lacks; the mark of a note that was joined with its note counts, too",
    "- **changed**: figures of the text that the page doesn't have",
    "- **unseen**: words of the text that leave no trace in the picture",
    "- **struck**: words of the text that a line crosses in the picture",
    "- **joined**: neighbors in one cell of the text that a drawn vertical line parts",
    "",
    "| file | pages | lost | changed | unseen | struck | joined |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    line("all", rows, pages),
    ...(before === null ? [] : [lineBefore(before)]),
    ...rows
      .filter(({ losses }) => kinds.some((kind) => losses[kind].length > 0))
      .map((row) => line(row.file, [row], row.pages)),
    "",
  ].join("\n");
}

function lineBefore(rows: Written[]): string {
  const sum = (of: (row: Written) => number) => rows.reduce((all, row) => all + of(row), 0);
  const counts = kinds.map((kind) => sum((row) => row.counts[kind]));
  return `| all, before ticks, layers, notes and drawn lines were read | ${sum(({ pages }) => pages)} | ${counts.join(" | ")} |`;
}
