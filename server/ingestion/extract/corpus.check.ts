/**
 * Walks a folder of good and hostile files through the pool and prints how each ended:
 *   node server/ingestion/extract/corpus.check.ts [--data ../shared] [--json FILE]
 * `--data` holds `corpus/manifest.json` (`name`, `cls`, `expect`) and `attacks/docs`.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { createExtractionPool, type ExtractionPool } from "./pool.ts";
import { type CorpusFile, isWanted, listCorpus } from "./corpus-wanted.ts";

const { values } = parseArgs({
  options: { data: { type: "string", default: "../shared" }, json: { type: "string" } },
});
type Row = {
  file: string;
  wanted: string;
  got: string;
  message: string;
  milliseconds: number;
  peakMiB: number;
  right: boolean;
};

const before = process.memoryUsage.rss();
const pool = createExtractionPool({ size: 2 });
const rows = await Promise.all(listCorpus(values.data).map((file) => check(pool, file)));
await pool.close();
rows.sort((a, b) => Number(a.right) - Number(b.right) || a.file.localeCompare(b.file));
for (const row of rows)
  console.log(
    `${row.right ? "ok   " : "WRONG"} ${row.file} | wanted ${row.wanted} | ${row.got} | ${row.milliseconds} ms | ${row.peakMiB} MiB | ${row.message}`,
  );
const wrong = rows.filter((row) => !row.right).length;
const slowest = Math.max(...rows.map((row) => row.milliseconds));
const largest = Math.max(...rows.map((row) => row.peakMiB));
const grown = Math.round((process.memoryUsage.rss() - before) / 1_048_576);
console.log(
  `${rows.length} files, ${wrong} not as wanted; slowest ${slowest} ms, largest child ${largest} MiB, this process grew by ${grown} MiB`,
);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 1)}\n`);
process.exitCode = wrong === 0 ? 0 : 1;

async function check(pool: ExtractionPool, file: CorpusFile): Promise<Row> {
  const result = await pool.extract({ path: file.path, name: file.name });
  const got = result.ok ? `text (${result.extraction.kind})` : result.failure.reason;
  const message = result.ok
    ? result.extraction.warnings.map((warning) => warning.code).join(", ")
    : result.failure.message;
  const milliseconds = Math.round(result.milliseconds);
  const peakMiB = Math.round(result.peakBytes / 1_048_576);
  const inTime = milliseconds < (file.hostile ? 10_000 : 30_000) && peakMiB < 512;
  const right = inTime && isWanted(file.wanted, result);
  return { file: file.name, wanted: file.wanted, got, message, milliseconds, peakMiB, right };
}
