import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BenchOptions } from "./options.ts";
import { startProduct } from "./product/product.ts";

type Row = {
  set: string;
  engine: string;
  files: number;
  pages: number;
  seconds: number;
  pagesPerSecond: number;
  peakMiB: number | null;
};

/** Upload-to-ready of every PDF of a folder through the running product, beside poppler's pdftotext on the same files. */
export async function run({ data, json }: BenchOptions): Promise<void> {
  const folder = data ?? "../shared/bench/financebench/pdfs";
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}. Name one with --data.`);
  const names = readdirSync(folder).filter((name) => name.toLowerCase().endsWith(".pdf"));
  if (names.length === 0) throw new Error(`No PDF in ${folder}.`);
  const files = names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
  const rows: Row[] = [];
  const product = await startProduct();
  let peak = 0;
  const watch = setInterval(() => {
    const { server, children } = product.residentMiB();
    peak = Math.max(peak, server + children);
  }, 100);
  let pages = 0;
  try {
    const theme = await product.newTheme("ingestion");
    const started = performance.now();
    const result = await product.upload(theme, files);
    const seconds = (performance.now() - started) / 1000;
    pages = result.pages;
    rows.push({
      set: folder,
      engine: "footnote",
      files: result.ready,
      pages,
      seconds,
      pagesPerSecond: pages / seconds,
      peakMiB: Math.round(peak),
    });
    for (const line of result.failed) process.stdout.write(`not read: ${line}\n`);
  } finally {
    clearInterval(watch);
    await product.stop();
  }
  if (spawnSync("pdftotext", ["-v"]).error === undefined) {
    const started = performance.now();
    for (const name of names) spawnSync("pdftotext", ["-q", join(folder, name), "/dev/null"]);
    const seconds = (performance.now() - started) / 1000;
    rows.push({
      set: folder,
      engine: "pdftotext",
      files: names.length,
      pages,
      seconds,
      pagesPerSecond: pages / seconds,
      peakMiB: null,
    });
  } else process.stdout.write("pdftotext (poppler-utils) is not installed; its row is left out.\n");
  process.stdout.write("engine      files  pages  seconds  pages/s  peak MiB (server and readers)\n");
  for (const row of rows) {
    process.stdout.write(
      `${row.engine.padEnd(10)}  ${String(row.files).padStart(5)}  ${String(row.pages).padStart(5)}  ${row.seconds.toFixed(2).padStart(7)}  ${row.pagesPerSecond.toFixed(1).padStart(7)}  ${row.peakMiB ?? "-"}\n`,
    );
  }
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}
