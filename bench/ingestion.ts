import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import type { BenchOptions } from "./options.ts";
import { startProduct, ticksOf } from "./product/product.ts";

type Row = {
  set: string;
  engine: string;
  files: number;
  pages: number;
  seconds: number;
  /** Processor seconds of everything that took part. */
  cpu: number;
  pagesPerSecond: number;
  pagesPerCpuSecond: number;
  peakMiB: number | null;
};

/**
 * Upload-to-ready of every PDF of a folder through the running product, beside poppler's pdftotext on the same files.
 * Pages per processor second hold on a machine that others use too; pages per second only on a quiet one.
 */
export async function run({ data, json }: BenchOptions): Promise<void> {
  const folder = data ?? "../shared/bench/financebench/pdfs";
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}. Name one with --data.`);
  const names = readdirSync(folder).filter((name) => name.toLowerCase().endsWith(".pdf"));
  if (names.length === 0) throw new Error(`No PDF in ${folder}.`);
  const own = await readOwn(folder, names);
  const rows = [own.row];
  const poppler = readPoppler(folder, names, own.row.pages);
  if (poppler === null)
    process.stdout.write("pdftotext (poppler-utils) is not installed; its row is left out.\n");
  else rows.push(poppler);
  for (const line of own.failed) process.stdout.write(`not read: ${line}\n`);
  process.stdout.write(
    "engine      files  pages  seconds  CPU s  pages/s  pages/CPU s  peak MiB (server and readers)\n",
  );
  for (const row of rows) {
    process.stdout.write(
      `${row.engine.padEnd(10)}  ${String(row.files).padStart(5)}  ${String(row.pages).padStart(5)}  ${row.seconds.toFixed(2).padStart(7)}  ${row.cpu.toFixed(2).padStart(5)}  ${row.pagesPerSecond.toFixed(1).padStart(7)}  ${row.pagesPerCpuSecond.toFixed(1).padStart(11)}  ${row.peakMiB ?? "-"}\n`,
    );
  }
  const { server, readers, database } = own.cpu;
  process.stdout.write(
    `processor seconds: server ${server.toFixed(2)}, readers ${readers.toFixed(2)}, database ${database.toFixed(2)}\n`,
  );
  if (poppler !== null) {
    const perCore = own.row.pagesPerSecond / cpus().length / poppler.pagesPerSecond;
    const perCpu = own.row.pagesPerCpuSecond / poppler.pagesPerCpuSecond;
    process.stdout.write(
      `beside pdftotext: ${perCpu.toFixed(3)} per processor second, ${perCore.toFixed(3)} per second and core (${cpus().length} cores)\n`,
    );
  }
  if (json) writeFileSync(json, `${JSON.stringify({ rows, cpu: own.cpu }, null, 2)}\n`);
}

async function readOwn(folder: string, names: string[]) {
  const files = names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
  const product = await startProduct();
  let peak = 0;
  const watch = setInterval(() => {
    const { server, children } = product.residentMiB();
    peak = Math.max(peak, server + children);
  }, 100);
  try {
    const theme = await product.newTheme("ingestion");
    const before = product.cpuSeconds();
    const started = performance.now();
    const { ready, failed, pages } = await product.upload(theme, files);
    const seconds = (performance.now() - started) / 1000;
    const after = product.cpuSeconds();
    const cpu = {
      server: after.server - before.server,
      readers: after.readers - before.readers,
      database: after.database - before.database,
    };
    const total = cpu.server + cpu.readers + cpu.database;
    const row: Row = {
      set: folder,
      engine: "footnote",
      files: ready,
      pages,
      seconds,
      cpu: total,
      pagesPerSecond: pages / seconds,
      pagesPerCpuSecond: pages / total,
      peakMiB: Math.round(peak),
    };
    return { row, cpu, failed };
  } finally {
    clearInterval(watch);
    await product.stop();
  }
}

/** Run three times; the fastest counts, as it suffers least from what else the machine does. */
const popplerRuns = 3;

function readPoppler(folder: string, names: string[], pages: number): Row | null {
  if (spawnSync("pdftotext", ["-v"]).error !== undefined) return null;
  const runs = Array.from({ length: popplerRuns }, () => {
    const before = ticksOf(process.pid).buried;
    const started = performance.now();
    for (const name of names) spawnSync("pdftotext", ["-q", join(folder, name), "/dev/null"]);
    const seconds = (performance.now() - started) / 1000;
    return { seconds, cpu: ticksOf(process.pid).buried - before };
  });
  const seconds = Math.min(...runs.map((run) => run.seconds));
  const cpu = Math.min(...runs.map((run) => run.cpu));
  return {
    set: folder,
    engine: "pdftotext",
    files: names.length,
    pages,
    seconds,
    cpu,
    pagesPerSecond: pages / seconds,
    pagesPerCpuSecond: pages / cpu,
    peakMiB: null,
  };
}
