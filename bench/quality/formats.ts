import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { createExtractionPool, type ExtractionPool } from "#reading/child/pool.ts";
import { dataAt } from "#testing/sets.ts";
import type { BenchOptions } from "../options.ts";
import { findPrograms, formats, referencesOf, type Format } from "./formats/reference.ts";

type Row = {
  set: Format;
  file: string;
  /** Why it was refused; null if it was read. */
  refused: string | null;
  warnings: string[];
  /** Words of the reference, and how many of them were read. */
  theirs: number;
  found: number;
  /** Words read, and how many of them the reference lacks. */
  ours: number;
  added: number;
  missing: string[];
};

/** Files of each format whose words are compared with those of the reference that show the least agreement. */
const worst = 5;

/** The words of public files as Footnote reads them, beside those that LibreOffice finds in them (formats/README.md). */
export async function run({ data, json }: BenchOptions): Promise<void> {
  const programs = findPrograms();
  if ("missing" in programs) {
    process.stdout.write(`skipped: ${programs.missing} is not installed\n`);
    return;
  }
  const folder = dataAt("formats", data);
  process.stdout.write(`${programs.versions}\n`);
  const pool = createExtractionPool({ size: 1 });
  const rows: Row[] = [];
  try {
    for (const format of formats) {
      const names = filesOf(folder, format);
      const paths = names.map((name) => join(folder, format, name));
      const references = await referencesOf(format, paths);
      for (const [at, name] of names.entries())
        rows.push(await compare(pool, { format, name, path: paths[at] ?? "" }, references[at] ?? null));
    }
  } finally {
    await pool.close();
  }
  process.stdout.write(tableOf(rows));
  process.stdout.write(worstOf(rows));
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 1)}\n`);
}

const Listed = z.object({ format: z.enum(formats), name: z.string(), sha256: z.string() });

/** @throws Error if a file is not the one that the list names */
function filesOf(folder: string, format: Format): string[] {
  const listed = readFileSync(join(import.meta.dirname, "formats/files.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => Listed.parse(JSON.parse(line)))
    .filter((one) => one.format === format);
  const own = join(folder, format);
  const names = existsSync(own) ? readdirSync(own).toSorted() : [];
  const missing = listed.filter(({ name }) => !names.includes(name));
  if (missing.length > 0)
    process.stdout.write(
      `left out: ${missing.length} of ${listed.length} listed ${format} files are not in ${own}\n`,
    );
  for (const { name, sha256 } of listed) {
    if (!names.includes(name)) continue;
    const hash = createHash("sha256")
      .update(readFileSync(join(own, name)))
      .digest("hex");
    if (hash !== sha256) throw new Error(`${join(own, name)} is not the listed file. Fetch it again.`);
  }
  return names;
}

async function compare(
  pool: ExtractionPool,
  { format, name, path }: { format: Format; name: string; path: string },
  reference: string | null,
): Promise<Row> {
  const result = await pool.extract({ path, name });
  const text = result.ok ? result.extraction.pages.map((page) => page.text).join("\n") : "";
  const [theirs, ours] = [countsOf(reference ?? ""), countsOf(text)];
  const shared = (counts: Map<string, number>, other: Map<string, number>) =>
    [...counts].reduce((sum, [word, count]) => sum + Math.min(count, other.get(word) ?? 0), 0);
  const found = shared(theirs, ours);
  const isCompared = result.ok && reference !== null;
  return {
    set: format,
    file: name,
    refused: result.ok ? null : `${result.failure.reason}: ${result.failure.message}`,
    warnings: result.ok ? result.extraction.warnings.map(({ message }) => message) : [],
    theirs: isCompared ? total(theirs) : 0,
    found: isCompared ? found : 0,
    ours: isCompared ? total(ours) : 0,
    added: isCompared ? total(ours) - found : 0,
    missing: isCompared
      ? [...theirs].flatMap(([word, count]) => (count > (ours.get(word) ?? 0) ? [word] : [])).slice(0, 25)
      : [],
  };
}

/** Between thousands: a cell shows it by the country of its reader. */
const separator = /(?<=\d)[,'’ ](?=\d{3}(?!\d))/g;

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const plain = text.normalize("NFKC").toLowerCase().replace(separator, "");
  for (const [word] of plain.matchAll(/[\p{L}\p{N}]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const total = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);
const share = (part: number, of: number) => (of === 0 ? "-" : `${((part / of) * 100).toFixed(1)}%`);

function tableOf(rows: Row[]): string {
  const lines = formats.map((format) => {
    const own = rows.filter(({ set }) => set === format);
    const sum = (of: (row: Row) => number) => own.reduce((all, row) => all + of(row), 0);
    const compared = own.filter(({ theirs, ours }) => theirs + ours > 0).length;
    return [
      format.padEnd(6),
      String(own.length).padStart(5),
      String(own.filter(({ refused }) => refused !== null).length).padStart(7),
      String(compared).padStart(8),
      String(sum((row) => row.theirs)).padStart(8),
      share(
        sum((row) => row.found),
        sum((row) => row.theirs),
      ).padStart(6),
      share(
        sum((row) => row.added),
        sum((row) => row.ours),
      ).padStart(6),
    ].join("  ");
  });
  return [
    "format  files  refused  compared     words   found  added (share of ours that the reference lacks)",
    ...lines,
    "",
  ].join("\n");
}

function worstOf(rows: Row[]): string {
  const agreement = ({ theirs, found }: Row) => (theirs === 0 ? 1 : found / theirs);
  return formats
    .flatMap((format) => {
      const own = rows.filter(({ set, refused }) => set === format && refused === null);
      const refused = rows.filter((row) => row.set === format && row.refused !== null);
      return [
        `\n${format}, the ${worst} with the least found`,
        ...own
          .toSorted((one, other) => agreement(one) - agreement(other))
          .slice(0, worst)
          .map(
            (row) =>
              `  ${row.file}: ${row.found} of ${row.theirs}, ${row.added} added; missing: ${row.missing.join(" ")}`,
          ),
        ...refused.map((row) => `  refused: ${row.file}: ${row.refused}`),
      ];
    })
    .concat("")
    .join("\n");
}
