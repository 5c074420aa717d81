import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { JobPayload } from "#contract/operation/jobs.ts";
import { BundleFilters } from "#contract/evidence/record.ts";
import { jobCaller, systemCaller } from "#server/kernel/callers.ts";
import type { Caller } from "#server/kernel/context.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { getBundle, numbersOf, updateBundle, type BundleRow } from "./bundle-store.ts";
import { allErased, erasuresNaming, wasErasedSince } from "./erasure-store.ts";
import * as files from "./bundle-files.ts";
import type { Bundled } from "./bundle-files.ts";
import { bundlePage } from "./bundle-page.ts";
import { compareShown } from "./compare-shown.ts";
import { stampedHeads } from "./head-store.ts";
import { signContents } from "./note.ts";
import { originOf, signHead } from "./sign.ts";
import { signingKey, type SigningKey } from "./signing-key.ts";

/** Larger selections are handed over in parts: by month, by theme. */
const mostBytes = 2 * 1024 ** 3;

/** Of one file, unpacked: the verifier reads no larger one. */
const mostUnpacked = 1024 ** 3;

/** An erasure of a night has ended by then, or takes so long that the bundle should wait for it. */
const mostAttempts = 3;

/** Makes a waiting bundle. One begun by a killed process is made again. */
export async function makeBundle(
  services: VerbServices,
  { companyId, bundleId }: JobPayload<"make-bundle">,
): Promise<void> {
  const caller = jobCaller(services, "make-bundle", companyId);
  const row = await caller.transact((ctx) => getBundle(ctx, bundleId));
  if (row.status === "ready" || row.status === "failed") return;
  try {
    const stored = await write(services, caller, row, mostAttempts);
    await caller.transact((ctx) =>
      updateBundle(ctx, bundleId, {
        status: "ready",
        done: stored.events,
        file_key: stored.key,
        file_size: stored.size,
        sha256: stored.sha256,
        finished_at: ctx.now,
      }),
    );
  } catch (error) {
    services.log.error({ err: error, bundleId }, "a bundle of the record could not be made");
    await caller.transact((ctx) =>
      updateBundle(ctx, bundleId, {
        status: "failed",
        reason:
          "The bundle could not be made. Have the record checked; if it is intact, try a shorter period.",
        finished_at: ctx.now,
      }),
    );
  }
}

type Stored = { events: number; key: string; size: number; sha256: string };

/** Writes a bundle; starts over if content was erased while it did, because the bundle would not list that erasure. */
async function write(
  services: VerbServices,
  caller: Caller,
  row: BundleRow,
  attempts: number,
): Promise<Stored> {
  const { company_id: companyId } = row;
  const { head, key } = await systemCaller(services, "sign-heads").transact(async (ctx) => ({
    head: await signHead(ctx, companyId),
    key: await signingKey(ctx),
  }));
  const isOutdated = async () =>
    attempts > 1 && (await caller.transact((ctx) => wasErasedSince(ctx, companyId, head.size)));
  const { numbers, ...rest } = await caller.transact(async (ctx) => {
    const shown = await numbersOf(ctx, companyId, BundleFilters.parse(row.filters), head.size);
    // their erasures may be in events that the filters exclude
    const naming = await erasuresNaming(ctx, companyId, shown, head.size);
    const found = [...new Set([...shown, ...naming])].toSorted((a, b) => a - b);
    await updateBundle(ctx, row.id, { status: "running", events: found.length, size: head.size, done: 0 });
    return {
      numbers: found,
      erased: await allErased(ctx, companyId),
      stamped: await stampedHeads(ctx, companyId, head.size),
    };
  });
  const deviation = await compareShown(systemCaller(services, "make-bundle"), companyId);
  try {
    const zip = zipOf({ caller, deviation, companyId, row, head, numbers, ...rest }, key);
    const stored = await services.files.store(zip, mostBytes);
    if (!(await isOutdated())) return { ...stored, events: numbers.length };
    await services.files.remove(stored.key);
  } catch (error) {
    if (!(await isOutdated())) throw error;
  }
  return write(services, caller, row, attempts - 1);
}

/** Each file is hashed as it is written; the last one lists and signs them, so that none can be changed on its way. */
function zipOf(bundled: Bundled, key: SigningKey): Readable {
  const zip = new ZipFile();
  const answers: number[] = [];
  const written: { name: string; sha256: string }[] = [];
  const options = { mtime: bundled.head.signed_at, mode: 0o100644 };
  const output = zip.outputStream as Readable;
  const add = (name: string, parts: () => AsyncIterable<string | Buffer> | (string | Buffer)[]) =>
    // in sequence: the manifests are those of the events just written
    zip.addReadStreamLazy(name, options, (done) => {
      const stream = Readable.from(hashed(name, parts(), written), { objectMode: false });
      stream.once("error", (error) => output.destroy(error));
      done(null, stream);
    });
  add("bundle.json", () => [files.aboutBundle(bundled)]);
  add("head.txt", () => [bundled.head.note]);
  add("events.jsonl", () =>
    files.eventLines(bundled, answers, (done) =>
      bundled.caller.transact((ctx) => updateBundle(ctx, bundled.row.id, { done })),
    ),
  );
  add("rest.jsonl", () => files.restLines(bundled));
  add("manifests.jsonl", () => files.manifestLines(bundled, answers));
  add("texts.jsonl", () => files.textLines(bundled, answers));
  add("heads.jsonl", () => files.headLines(bundled));
  add("index.html", () => bundlePage(bundled, answers));
  for (const { size, note, receipt } of bundled.stamped) {
    const name = `timestamps/${String(size).padStart(12, "0")}`;
    add(`${name}.txt`, () => [note]);
    add(`${name}.tsr`, () => [receipt]);
  }
  const origin = originOf(bundled.caller.services, bundled.companyId);
  add("files.txt", () => [signContents(origin, written, key)]);
  zip.end();
  return output;
}

async function* hashed(
  name: string,
  parts: AsyncIterable<string | Buffer> | (string | Buffer)[],
  written: { name: string; sha256: string }[],
): AsyncGenerator<string | Buffer> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const part of parts) {
    hash.update(part);
    size += Buffer.byteLength(part);
    if (size > mostUnpacked) throw new Error(`${name} is larger than the verifier reads`);
    yield part;
  }
  written.push({ name, sha256: hash.digest("hex") });
}
