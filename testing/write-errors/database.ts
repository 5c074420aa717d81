import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { withClient } from "#server/platform/database/client.ts";
import { listThemes } from "#contract/knowledge/themes.ts";
import { runningEmbedded } from "#server/platform/database/embedded.ts";
import type { Connection } from "#server/platform/database/access.ts";
import { call } from "../call.ts";
import { descendantsOf, type Product } from "../product.ts";
import { askQuestion, emptyRow, uploadFiles, type Acknowledged, type Row } from "./acknowledged.ts";
import { failCalls, type Injection, type WriteError } from "./strace.ts";

/**
 * The `nth` call of this kind fails in each database process that makes so many: `fdatasync` for its log, `pwrite64` for
 * log and tables, `pwritev` for a growing table, `fsync` for tables at a checkpoint.
 */
export type DatabaseFault = {
  call: "fdatasync" | "fsync" | "pwrite64" | "pwritev";
  error: WriteError;
  nth: number;
};

/** How long work may take to reach a fault, and the product to come back after it. */
const patienceMs = 120_000;

/** Lets one write of the embedded database fail while files and questions arrive, and waits until the product is back. */
export async function failDatabase(
  work: { product: Product; theme: number; acknowledged: Acknowledged },
  { call: name, error, nth }: DatabaseFault,
): Promise<Row> {
  const { product } = work;
  const row = emptyRow(`database ${name} ${error} ${nth}`);
  const inject = () => {
    const postmaster = postmasterOf(product);
    const rule = { calls: [name], error, when: String(nth), follows: true };
    return failCalls([postmaster, ...descendantsOf(postmaster)], rule);
  };
  let injection = await inject();
  try {
    for (const until = Date.now() + patienceMs; failedIn(injection) === 0;) {
      if (Date.now() > until) throw new Error(`${row.fault}: the call was never made.`);
      if (injection.isOver()) {
        // a panic of the fault before came only now
        await injection.end();
        await untilBack(product);
        injection = await inject();
      }
      await Promise.all([
        uploadFiles(work, row, { files: 2, bytes: 20_000 }),
        askQuestion(work, row),
        askQuestion(work, row),
        ...(name === "fsync" ? [checkpoint(product)] : []),
      ]);
    }
    row.failed = failedIn(injection);
  } finally {
    await injection.end();
  }
  row.backAfterMs = await untilBack(product);
  return row;
}

const failedIn = (injection: Injection) =>
  [...injection.seen().values()].reduce((sum, { failed }) => sum + failed, 0);

function postmasterOf({ folder }: Product): number {
  return Number(readFileSync(join(folder, "postgres", "cluster", "postmaster.pid"), "utf8").split("\n")[0]);
}

/** As the database's superuser, whom the program itself never is. */
export function ownerOf({ folder }: Product): Connection {
  const connection = runningEmbedded(join(folder, "postgres"));
  if (connection === null) throw new Error("The embedded database is not running.");
  return connection;
}

/** Writes changed tables; it fails under the fault that it is meant to meet. */
async function checkpoint(product: Product): Promise<void> {
  await withClient(ownerOf(product), (client) => client.query("checkpoint")).catch(() => undefined);
}

/** @returns ms until a call that reads the database succeeds */
async function untilBack({ url, token }: Product): Promise<number> {
  const began = performance.now();
  let refusal: string | null = null;
  while (performance.now() - began < patienceMs) {
    refusal = await call(url, token, listThemes).then(
      ({ status, text }) => (status === 200 ? null : `${status} ${text}`),
      String,
    );
    if (refusal === null) return performance.now() - began;
    await wait(50);
  }
  throw new Error(`The product did not come back after a write error of its database: ${refusal}`);
}
