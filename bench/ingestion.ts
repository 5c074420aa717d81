import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import type { BenchOptions } from "./options.ts";
import { startProduct, ticksOf } from "./product/product.ts";
import type { Product } from "./product/product.ts";

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
  const { own, poppler } = await readBoth(folder, names);
  const rows = poppler === null ? [own.row] : [own.row, poppler];
  if (poppler === null)
    process.stdout.write("pdftotext (poppler-utils) is not installed; its row is left out.\n");
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

/** In turns, so that both meet the same machine; the fastest of each counts: it suffers least from what else runs. */
const rounds = 3;

type Own = { row: Row; cpu: { server: number; readers: number; database: number }; failed: string[] };

async function readBoth(folder: string, names: string[]): Promise<{ own: Own; poppler: Row | null }> {
  const files = names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
  const hasPoppler = spawnSync("pdftotext", ["-v"]).error === undefined;
  const product = await startProduct();
  try {
    const own: Own[] = [];
    const poppler: Row[] = [];
    for (let round = 0; round < rounds; round++) {
      const next = await readOwn(product, folder, files);
      own.push(next);
      if (hasPoppler) poppler.push(readPoppler(folder, names, next.row.pages));
    }
    const [fastest] = own.toSorted((a, b) => a.row.seconds - b.row.seconds);
    if (fastest === undefined) throw new Error("Nothing was read.");
    const least = (of: "seconds" | "cpu") => Math.min(...poppler.map((row) => row[of]));
    const [some] = poppler;
    if (some === undefined) return { own: fastest, poppler: null };
    return {
      own: fastest,
      poppler: {
        ...some,
        seconds: least("seconds"),
        cpu: least("cpu"),
        pagesPerSecond: some.pages / least("seconds"),
        pagesPerCpuSecond: some.pages / least("cpu"),
      },
    };
  } finally {
    await product.stop();
  }
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

function readPoppler(folder: string, names: string[], pages: number): Row {
  const before = ticksOf(process.pid).buried;
  const started = performance.now();
  for (const name of names) spawnSync("pdftotext", ["-q", join(folder, name), "/dev/null"]);
  const seconds = (performance.now() - started) / 1000;
  const cpu = ticksOf(process.pid).buried - before;
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
