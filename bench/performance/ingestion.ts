import { dataAt } from "#testing/sets.ts";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import type { BenchOptions } from "../options.ts";
import { startProduct, ticksOf, type Product } from "#testing/product.ts";

type Row = {
  set: string;
  engine: string;
  /** Number of cores in use. */
  cores: number;
  files: number;
  pages: number;
  seconds: number;
  /** Processor seconds of all processes involved. */
  cpu: number;
  pagesPerSecond: number;
  pagesPerCpuSecond: number;
  peakMiB: number | null;
};

/**
 * Upload-to-ready of every PDF of a folder through the running product, compared with poppler's pdftotext on the same
 * files: one process after the other, as people run it, and one per core, as the product reads. Pages per processor second
 * are valid on a shared machine too; pages per second only on a quiet one.
 */
export async function run({ data, json }: BenchOptions): Promise<void> {
  const folder = dataAt("bench/financebench/pdfs", data);
  const names = readdirSync(folder).filter((name) => name.toLowerCase().endsWith(".pdf"));
  if (names.length === 0) throw new Error(`No PDF in ${folder}.`);
  const { own, poppler } = await readBoth(folder, names);
  const rows = [own.row, ...poppler];
  if (poppler.length === 0)
    process.stdout.write("pdftotext (poppler-utils) is not installed; its rows are left out.\n");
  for (const line of own.failed) process.stdout.write(`not read: ${line}\n`);
  process.stdout.write(
    "engine                  files  pages  seconds  CPU s  pages/s  pages/CPU s  peak MiB (server and readers)\n",
  );
  for (const row of rows) {
    process.stdout.write(
      `${row.engine.padEnd(22)}  ${String(row.files).padStart(5)}  ${String(row.pages).padStart(5)}  ${row.seconds.toFixed(2).padStart(7)}  ${row.cpu.toFixed(2).padStart(5)}  ${row.pagesPerSecond.toFixed(1).padStart(7)}  ${row.pagesPerCpuSecond.toFixed(1).padStart(11)}  ${row.peakMiB ?? "-"}\n`,
    );
  }
  const { server, readers, database } = own.cpu;
  process.stdout.write(
    `processor seconds: server ${server.toFixed(2)}, readers ${readers.toFixed(2)}, database ${database.toFixed(2)}\n`,
  );
  for (const row of poppler) {
    const perCore = own.row.pagesPerSecond / cores / (row.pagesPerSecond / row.cores);
    const perCpu = own.row.pagesPerCpuSecond / row.pagesPerCpuSecond;
    process.stdout.write(
      `relative to ${row.engine}: ${perCpu.toFixed(3)} per processor second, ${perCore.toFixed(3)} per second and core (${cores} cores)\n`,
    );
  }
  if (json) writeFileSync(json, `${JSON.stringify({ rows, cpu: own.cpu }, null, 2)}\n`);
}

const cores = cpus().length;
/**
 * Alternating, so that both meet the same conditions; the fastest run of each counts, since it suffers least from other
 * programs.
 */
const rounds = 3;

type Own = { row: Row; cpu: { server: number; readers: number; database: number }; failed: string[] };

async function readBoth(folder: string, names: string[]): Promise<{ own: Own; poppler: Row[] }> {
  const files = names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
  const hasPoppler = spawnSync("pdftotext", ["-v"]).error === undefined;
  const product = await startProduct();
  try {
    const own: Own[] = [];
    const alone: Row[] = [];
    const abreast: Row[] = [];
    for (let round = 0; round < rounds; round++) {
      const next = await readOwn(product, folder, files);
      own.push(next);
      if (!hasPoppler) continue;
      alone.push(await readPoppler(folder, names, next.row.pages, 1));
      abreast.push(await readPoppler(folder, names, next.row.pages, cores));
    }
    const [fastest] = own.toSorted((a, b) => a.row.seconds - b.row.seconds);
    if (fastest === undefined) throw new Error("Nothing was read.");
    return { own: fastest, poppler: [best(alone), best(abreast)].flat() };
  } finally {
    await product.stop();
  }
}

/** The least time and the least work of several runs, not necessarily of the same run. */
function best(runs: Row[]): Row[] {
  const [some] = runs;
  if (some === undefined) return [];
  const seconds = Math.min(...runs.map((row) => row.seconds));
  const cpu = Math.min(...runs.map((row) => row.cpu));
  return [
    { ...some, seconds, cpu, pagesPerSecond: some.pages / seconds, pagesPerCpuSecond: some.pages / cpu },
  ];
}

async function readOwn(
  product: Product,
  folder: string,
  files: { name: string; bytes: Uint8Array }[],
): Promise<Own> {
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
      cores,
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
  }
}

async function readPoppler(folder: string, names: string[], pages: number, places: number): Promise<Row> {
  const before = ticksOf(process.pid).buried;
  const started = performance.now();
  const waiting = [...names];
  const readOn = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      await once(spawn("pdftotext", ["-q", join(folder, name), "/dev/null"], { stdio: "ignore" }), "exit");
  };
  await Promise.all(Array.from({ length: places }, readOn));
  const seconds = (performance.now() - started) / 1000;
  const cpu = ticksOf(process.pid).buried - before;
  return {
    set: folder,
    engine: places === 1 ? "pdftotext" : "pdftotext on each core",
    cores: places,
    files: names.length,
    pages,
    seconds,
    cpu,
    pagesPerSecond: pages / seconds,
    pagesPerCpuSecond: pages / cpu,
    peakMiB: null,
  };
}
