import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { JobPayload } from "#contract/jobs.ts";
import { BundleFilters } from "#contract/record.ts";
import { jobCaller, systemCaller } from "#server/callers.ts";
import type { Services } from "#server/services.ts";
import { getBundle, numbersOf, updateBundle } from "./bundle-store.ts";
import { allErased, erasuresNaming } from "./erasure-store.ts";
import * as files from "./bundle-files.ts";
import type { Bundled } from "./bundle-files.ts";
import { bundlePage } from "./bundle-page.ts";
import { stampedHeads } from "./head-store.ts";
import { signContents } from "./note.ts";
import { originOf, signHead } from "./sign.ts";
import { signingKey } from "./signing-key.ts";
import type { SigningKey } from "./signing-key.ts";

/** Larger selections are handed over in parts: by month, by theme. */
const mostBytes = 2 * 1024 ** 3;

/** Makes a waiting bundle. One begun by a killed process is made again. */
export async function makeBundle(
  services: Services,
  { companyId, bundleId }: JobPayload<"make-bundle">,
): Promise<void> {
  const caller = jobCaller(services, "make-bundle", companyId);
  const row = await caller.transact((ctx) => getBundle(ctx, bundleId));
  if (row.status === "ready" || row.status === "failed") return;
  try {
    const { head, key } = await systemCaller(services, "sign-heads").transact(async (ctx) => ({
      head: await signHead(ctx, companyId),
      key: await signingKey(ctx),
    }));
    const { numbers, erased, stamped } = await caller.transact(async (ctx) => {
      const shown = await numbersOf(ctx, companyId, BundleFilters.parse(row.filters), head.size);
      // their erasures may be in events that the filters exclude
      const naming = await erasuresNaming(ctx, companyId, shown, head.size);
      const found = [...new Set([...shown, ...naming])].toSorted((a, b) => a - b);
      await updateBundle(ctx, bundleId, {
        status: "running",
        events: found.length,
        size: head.size,
        done: 0,
      });
      return {
        numbers: found,
        erased: await allErased(ctx, companyId),
        stamped: await stampedHeads(ctx, companyId, head.size),
      };
    });
    const stored = await services.files.store(
      zipOf({ caller, companyId, row, head, numbers, erased, stamped }, key),
      mostBytes,
    );
    await caller.transact((ctx) =>
      updateBundle(ctx, bundleId, {
        status: "ready",
        done: numbers.length,
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
  for await (const part of parts) {
    hash.update(part);
    yield part;
  }
  written.push({ name, sha256: hash.digest("hex") });
}
