import { readdirSync, readFileSync } from "node:fs";
import type { Product } from "../product.ts";
import { askQuestion, emptyRow, uploadFiles, type Acknowledged, type Row } from "./acknowledged.ts";
import { failCalls, type Injection, type WriteError } from "./strace.ts";

/** Calls of the file store by kind: a file makes one of each, and `fsync` for itself and for its folder. */
const perFile = { pwrite64: 1, fsync: 2, mkdir: 1, rename: 1 };
const callsPerFile = Object.values(perFile).reduce((sum, calls) => sum + calls, 0);

/** With one thread for files, calls have an order; the product's default is four. */
export const oneFileThread = { UV_THREADPOOL_SIZE: "1" };

/**
 * Each of the first `calls` calls of the file store fails once with each error: one run fails the 1st, 8th, 15th … of
 * each kind, the next the 2nd, 9th, 16th … All uploads go through one running server.
 * @param product started with `oneFileThread`
 * @param stride distance between two calls that fail in a run
 */
export async function failFileStore(
  work: { product: Product; theme: number; acknowledged: Acknowledged },
  { calls, stride, errors }: { calls: number; stride: number; errors: WriteError[] },
): Promise<Row[]> {
  const thread = fileThread(work.product.pid());
  const files = Math.ceil(calls / callsPerFile);
  const rows: Row[] = [];
  for (const error of errors)
    for (let first = 1; first <= stride; first++) {
      const row = emptyRow(`files ${error} ${first}+${stride}`);
      const injection = await failCalls([thread], {
        calls: Object.keys(perFile),
        error,
        when: `${first}+${stride}`,
      });
      try {
        for (let uploads = 0; !hasMade(injection, files); uploads++) {
          if (uploads > files * stride) throw new Error(`${row.fault}: the calls were never made.`);
          await uploadFiles(work, row, { files: 4 });
        }
        await askQuestion(work, row);
        row.failed = [...injection.seen().values()].reduce((sum, { failed }) => sum + failed, 0);
      } finally {
        await injection.end();
      }
      rows.push(row);
    }
  return rows;
}

function hasMade(injection: Injection, files: number): boolean {
  const seen = injection.seen();
  return Object.entries(perFile).every(([name, calls]) => (seen.get(name)?.made ?? 0) >= files * calls);
}

function fileThread(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).filter((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/comm`, "utf8").startsWith("libuv-worker"),
  );
  if (threads.length !== 1) throw new Error(`The server has ${threads.length} threads for files, not one.`);
  return Number(threads[0]);
}
