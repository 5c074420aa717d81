import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProduct, type Product } from "#testing/product.ts";
import {
  askQuestion,
  emptyRow,
  uploadFiles,
  type Acknowledged,
  type Row,
} from "#testing/write-errors/acknowledged.ts";
import { failDatabase, type DatabaseFault } from "#testing/write-errors/database.ts";
import { failFileStore, oneFileThread } from "#testing/write-errors/file-store.ts";
import { checkIntegrity } from "#testing/write-errors/integrity.ts";
import { reasonAgainst, type WriteError } from "#testing/write-errors/strace.ts";
import type { BenchOptions } from "../options.ts";

const errors: WriteError[] = ["EIO", "ENOSPC"];
/** P8: each of the first 500 calls. */
const calls = 500;
/** Seven apart, each failing call follows calls that succeed. */
const stride = 7;
/** Two writes of its log and tables per commit: a process of the database repeats itself long before its 25th. */
const deepest = 25;
const databaseFaults: DatabaseFault[] = [
  ...Array.from({ length: deepest }, (_, at) => at + 1).flatMap((nth) =>
    errors.flatMap((error) => [
      { call: "fdatasync" as const, error, nth },
      { call: "pwrite64" as const, error, nth },
    ]),
  ),
  ...[1, 2, 3, 4, 5].flatMap((nth) => errors.map((error) => ({ call: "fsync" as const, error, nth }))),
  // a table grows seldom
  ...errors.map((error) => ({ call: "pwritev" as const, error, nth: 1 })),
];
/** MiB: room for a few files of 1 MB, then the disk fills up in the middle of one. */
const tinyDisk = 6;

/**
 * P8: write errors injected with strace into the running server and its database, and a file store on a full disk. Each
 * file and question must be acknowledged or refused; afterwards, and after kill -9, everything acknowledged must exist,
 * and the database and the record must find themselves intact. Linux, as root.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const reason = await reasonAgainst();
  if (reason !== null) throw new Error(`No write errors can be injected: ${reason}.`);
  const folder = mkdtempSync(join(tmpdir(), "footnote-faults-"));
  const disk = join(folder, "disk");
  mkdirSync(disk);
  const isMounted =
    spawnSync("mount", ["-t", "tmpfs", "-o", `size=${tinyDisk}m`, "tmpfs", disk]).status === 0;
  if (!isMounted)
    process.stdout.write("A small disk could not be mounted (root only); its row is left out.\n");
  try {
    const rows = await injected();
    if (isMounted) rows.push(await fullDisk(disk));
    if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
    if (rows.some(({ otherwise }) => otherwise.length > 0))
      throw new Error("A file or question was neither acknowledged nor refused.");
  } finally {
    if (isMounted) spawnSync("umount", [disk]);
    rmSync(folder, { recursive: true, force: true });
  }
}

type Work = { product: Product; theme: number; acknowledged: Acknowledged };

async function withProduct<T>(
  environment: Record<string, string>,
  work: (on: Work) => Promise<T>,
): Promise<T> {
  const product = await startProduct({ LOG_LEVEL: "silent", ...environment });
  try {
    const theme = await product.newTheme("faults");
    return await work({ product, theme, acknowledged: { files: new Map(), answers: new Map() } });
  } finally {
    await product.stop();
  }
}

function injected(): Promise<Row[]> {
  return withProduct(oneFileThread, async (on) => {
    const rows = await failFileStore(on, { calls, stride, errors });
    rows.forEach(print);
    for (const fault of databaseFaults) {
      const row = await failDatabase(on, fault);
      print(row);
      rows.push(row);
    }
    const after = emptyRow("afterwards");
    await uploadFiles(on, after, { files: 10 });
    await askQuestion(on, after);
    print(after);
    if (after.refused > 0) throw new Error("Work is refused after the faults are over.");
    await check(on);
    return [...rows, after];
  });
}

function fullDisk(disk: string): Promise<Row> {
  return withProduct({ FILES_URL: `file:${disk}` }, async (on) => {
    const row = emptyRow(`disk of ${tinyDisk} MiB`);
    for (let upload = 0; upload < 25; upload++) await uploadFiles(on, row, { files: 1, bytes: 1_000_000 });
    print(row);
    if (row.refused === 0) throw new Error("The disk never became full.");
    const drafts = readdirSync(join(disk, "incoming"));
    if (drafts.length > 0) throw new Error(`${drafts.length} partial files were left behind.`);
    await check(on);
    return row;
  });
}

function print({ fault, failed, acknowledged, refused, otherwise, backAfterMs }: Row): void {
  const back = backAfterMs === undefined ? "" : `  back after ${Math.round(backAfterMs)} ms`;
  process.stdout.write(
    `${fault.padEnd(30)} ${String(failed).padStart(4)} failed ${String(acknowledged).padStart(4)} acknowledged ${String(refused).padStart(4)} refused ${String(otherwise.length).padStart(4)} otherwise${back}\n`,
  );
  for (const words of new Set(otherwise)) process.stdout.write(`  ${words}\n`);
}

/** Everything acknowledged exists, before and after the server and its database are killed. */
async function check(on: Work): Promise<void> {
  for (const moment of ["before", "after"]) {
    if (moment === "after") await on.product.crash("everything");
    const found = await checkIntegrity(on);
    process.stdout.write(`${moment} kill -9: ${JSON.stringify(found)}\n`);
    if (found.filesLost + found.answersLost + found.unread.length > 0 || found.record !== "intact")
      throw new Error("Something acknowledged was lost or is damaged.");
  }
}
