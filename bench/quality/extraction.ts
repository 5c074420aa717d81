import { dataAt } from "#testing/sets.ts";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname } from "node:path";
import { isWanted, listCorpus, type CorpusFile } from "#reading/child/corpus-wanted.ts";
import { createExtractionPool, type ExtractionPool } from "#reading/child/pool.ts";
import type { BenchOptions } from "../options.ts";

const report = "docs/results/extraction.md";
/** Seconds and MiB allowed by the specification of reading (P25). */
const limits = { seconds: 30, hostileSeconds: 10, mebibytes: 512 };

type Row = {
  file: string;
  isAttack: boolean;
  wanted: string;
  got: string;
  message: string;
  seconds: number;
  mebibytes: number;
  right: boolean;
};

/**
 * Reads every file of a folder of good, odd and hostile ones (`corpus/manifest.json`, `attacks/docs`) like an upload, and
 * writes the outcomes to docs/results/extraction.md: names and outcomes, none of the content.
 */
export async function run({ data, json, before }: BenchOptions): Promise<void> {
  const folder = dataAt("", data);
  const files = listCorpus(folder);
  if (files.length === 0)
    throw new Error(`There is no corpus/manifest.json in ${folder}. Name a folder with --data.`);
  const rss = process.memoryUsage.rss();
  const pool = createExtractionPool({ size: 2 });
  const rows = await Promise.all(files.map((file) => read(pool, file)));
  await pool.close();
  const grown = Math.round((process.memoryUsage.rss() - rss) / 1_048_576);
  rows.sort((a, b) => Number(a.isAttack) - Number(b.isAttack) || a.file.localeCompare(b.file));
  const summary = summarize(rows, grown);
  process.stdout.write(`${summary.join("\n")}\n`);
  for (const row of rows.filter(({ right }) => !right))
    process.stdout.write(`not as expected: ${row.file}: ${row.got} | ${row.message}\n`);
  mkdirSync(dirname(report), { recursive: true });
  const earlier = before === undefined ? null : (JSON.parse(readFileSync(before, "utf8")) as Row[]);
  writeFileSync(report, markdown(rows, summary, earlier));
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 1)}\n`);
  if (rows.some(({ right }) => !right)) throw new Error("Some files did not end as expected.");
}

async function read(pool: ExtractionPool, file: CorpusFile): Promise<Row> {
  const result = await pool.extract({ path: file.path, name: file.name });
  const seconds = result.milliseconds / 1000;
  const mebibytes = Math.round(result.peakBytes / 1_048_576);
  const inBounds =
    seconds < (file.hostile ? limits.hostileSeconds : limits.seconds) && mebibytes < limits.mebibytes;
  return {
    file: file.name,
    isAttack: file.kind === "attack",
    wanted: file.wanted === "any" ? "any outcome with a reason" : file.wanted,
    got: result.ok ? `read as ${result.extraction.kind}` : result.failure.reason,
    message: result.ok
      ? result.extraction.warnings.map((warning) => warning.message).join(" ")
      : result.failure.message,
    seconds,
    mebibytes,
    right: inBounds && isWanted(file.wanted, result),
  };
}

function summarize(rows: Row[], grown: number): string[] {
  const slowest = (some: Row[]) => Math.max(0, ...some.map(({ seconds }) => seconds)).toFixed(1);
  const attacks = rows.filter(({ isAttack }) => isAttack);
  return [
    `${rows.length} files (${attacks.length} of them attacks), ${rows.filter(({ right }) => right).length} as expected.`,
    `Slowest ${slowest(rows)} s, of the attacks ${slowest(attacks)} s; two at once on ${cpus().length} cores.`,
    `Largest reading process ${Math.max(...rows.map(({ mebibytes }) => mebibytes))} MiB; the process that started them all grew by ${grown} MiB.`,
  ];
}

/** The files whose outcome or message an earlier state had otherwise. */
function changes(rows: Row[], before: Row[]): string[] {
  const known = new Map(before.map((row) => [row.file, row]));
  const saysOf = ({ got, message }: Row) => `${got}: ${message || "no message"}`.replaceAll("|", "\\|");
  const lines = rows.flatMap((row) => {
    const earlier = known.get(row.file);
    return earlier === undefined || saysOf(earlier) === saysOf(row)
      ? []
      : [`| ${row.file} | ${saysOf(earlier)} | ${saysOf(row)} |`];
  });
  return [
    "## Since ticks, layers, notes and drawn lines are read",
    "",
    "| file | before | since |",
    "| --- | --- | --- |",
    ...lines,
    "",
  ];
}

function markdown(rows: Row[], summary: string[], before: Row[] | null): string {
  const cell = (text: string) => text.replaceAll("|", "\\|").replace(/\s+/g, " ");
  const table = (some: Row[]) => [
    "| file | expected | outcome | s | MiB | message |",
    "| --- | --- | --- | --- | --- | --- |",
    ...some.map(
      (row) =>
        `| ${[row.file, row.wanted, `${row.right ? "" : "NOT AS EXPECTED: "}${row.got}`, row.seconds.toFixed(1), String(row.mebibytes), row.message].map(cell).join(" | ")} |`,
    ),
  ];
  return [
    "# Outcome of every file of the test corpus",
    "",
    "Written by `npm run bench -- extraction`; the files are not part of this repository. `message` is the reason on the screen, or the warnings of the receipt.",
    "",
    ...summary,
    "",
    ...(before === null ? [] : changes(rows, before)),
    "## Good and odd files",
    "",
    ...table(rows.filter(({ isAttack }) => !isAttack)),
    "",
    "## Attacks",
    "",
    ...table(rows.filter(({ isAttack }) => isAttack)),
    "",
  ].join("\n");
}
