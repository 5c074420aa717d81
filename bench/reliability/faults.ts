import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { uploadDocuments } from "#contract/documents.ts";
import type { BenchOptions } from "../options.ts";
import { startProduct } from "../product/product.ts";
import type { Product } from "../product/product.ts";

/** Each step of storing a file fails at every second, then at every third call, so that every step fails by itself. */
const faults = ["fsync", "rename"].flatMap((call) =>
  ["EIO", "ENOSPC"].flatMap((error) =>
    ["1+2", "2+2", "1+3", "3+3", "1+1"].map((when) => ({ call, error, when })),
  ),
);
const uploadsPerFault = 25;
/** MiB: room for a few files of 1 MB, then the disk fills up in the middle of one. */
const tinyDisk = 6;

type Row = { fault: string; uploads: number; acknowledged: number; refused: number; otherwise: number };

/**
 * Write errors in the file store, injected into the running server with strace, and a file store on a full disk. Each upload must be acknowledged, or refused with a message; afterwards, and after kill -9, every acknowledged file must exist byte for byte. Linux, as root, with strace installed.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  if (spawnSync("strace", ["-V"]).error !== undefined)
    throw new Error("strace is not installed (Debian package strace).");
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
    for (const row of rows)
      process.stdout.write(
        `${row.fault.padEnd(24)} ${String(row.uploads).padStart(4)} uploads ${String(row.acknowledged).padStart(4)} acknowledged ${String(row.refused).padStart(4)} refused ${String(row.otherwise).padStart(4)} otherwise\n`,
      );
    if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
    if (rows.some(({ otherwise }) => otherwise > 0))
      throw new Error("An upload was neither acknowledged nor refused.");
  } finally {
    if (isMounted) spawnSync("umount", [disk]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function injected(): Promise<Row[]> {
  const product = await startProduct({ LOG_LEVEL: "fatal" });
  try {
    const theme = await product.newTheme("faults");
    const kept = new Map<number, string>();
    const rows: Row[] = [];
    for (const { call, error, when } of faults) {
      const strace = await inject(product.pid(), `${call}:error=${error}:when=${when}`);
      const fault = `${call} ${error} ${when}`;
      try {
        rows.push(await uploads(product, theme, fault, kept, () => randomBytes(2000).toString("hex")));
      } finally {
        await end(strace);
      }
    }
    const after = await uploads(product, theme, "afterwards", kept, () => randomBytes(2000).toString("hex"));
    if (after.acknowledged !== after.uploads)
      throw new Error("Uploads are refused after the faults are over.");
    rows.push(after);
    await check(product, kept);
    return rows;
  } finally {
    await product.stop();
  }
}

async function fullDisk(disk: string): Promise<Row> {
  const product = await startProduct({ LOG_LEVEL: "fatal", FILES_URL: `file:${disk}` });
  try {
    const theme = await product.newTheme("full disk");
    const kept = new Map<number, string>();
    const row = await uploads(product, theme, `disk of ${tinyDisk} MiB`, kept, () =>
      randomBytes(500_000).toString("hex"),
    );
    if (row.refused === 0) throw new Error("The disk never became full.");
    const drafts = readdirSync(join(disk, "incoming"));
    if (drafts.length > 0) throw new Error(`${drafts.length} partial files were left behind.`);
    await check(product, kept);
    return row;
  } finally {
    await product.stop();
  }
}

async function uploads(
  product: Product,
  theme: number,
  fault: string,
  kept: Map<number, string>,
  text: () => string,
): Promise<Row> {
  const row = { fault, uploads: 0, acknowledged: 0, refused: 0, otherwise: 0 };
  for (let n = 0; n < uploadsPerFault; n++) {
    const bytes = text();
    const form = new FormData();
    form.append("files", new Blob([bytes]), `${fault} ${n}.txt`);
    row.uploads += 1;
    const answer = await product.call(uploadDocuments, { id: theme }, form).catch(() => null);
    const [document] = answer?.documents ?? [];
    if (document !== undefined) {
      row.acknowledged += 1;
      kept.set(document.id, createHash("sha256").update(bytes).digest("hex"));
    } else if (/could not be stored just now/.test(answer?.errors[0]?.error ?? "")) row.refused += 1;
    else row.otherwise += 1;
  }
  return row;
}

/** Every acknowledged file exists byte for byte, before and after the server is killed, and no other file does. */
async function check(product: Product, kept: Map<number, string>): Promise<void> {
  for (const moment of ["before", "after"]) {
    if (moment === "after") await product.crash("everything");
    let differing = 0;
    for (const [id, hash] of kept) {
      const response = await fetch(`${product.url}/api/documents/${id}/file`, {
        headers: { authorization: `Bearer ${product.token}` },
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      if (createHash("sha256").update(bytes).digest("hex") !== hash) differing += 1;
    }
    process.stdout.write(
      `${kept.size} acknowledged files ${moment} kill -9: ${differing} lost or differing\n`,
    );
    if (differing > 0) throw new Error("An acknowledged file was lost.");
  }
}

/** All threads of the process fail this call from now on; children started later are spared by their own tracing end. */
async function inject(pid: number, rule: string): Promise<ChildProcess> {
  const strace = spawn(
    "strace",
    ["-f", "-p", String(pid), "-e", `trace=${rule.split(":")[0]}`, "-e", `inject=${rule}`, "-o", "/dev/null"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  await new Promise<void>((resolve, reject) => {
    strace.stderr?.on("data", (text: Buffer) => {
      if (text.includes("attached")) resolve();
    });
    strace.once("exit", () => reject(new Error("strace could not attach (root only).")));
  });
  await wait(300);
  return strace;
}

async function end(strace: ChildProcess): Promise<void> {
  if (strace.exitCode !== null) return;
  const ended = new Promise((resolve) => strace.once("exit", resolve));
  strace.kill("SIGINT");
  await ended;
}
