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
import type { StampedHead } from "./head-store.ts";
import { signHead } from "./sign.ts";

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
    const head = await systemCaller(services, "sign-heads").transact((ctx) => signHead(ctx, companyId));
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
      zipOf({ caller, companyId, row, head, numbers, erased, stamped }),
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

function zipOf(bundled: Bundled): Readable {
  const zip = new ZipFile();
  const answers: number[] = [];
  const options = { mtime: bundled.head.signed_at, mode: 0o100644 };
  const output = Readable.from(zip.outputStream as Readable);
  const add = (name: string, lines: () => AsyncIterable<string>) =>
    // in sequence: the manifests are those of the events just written
    zip.addReadStreamLazy(name, options, (done) => {
      const stream = Readable.from(lines(), { objectMode: false });
      stream.once("error", (error) => output.destroy(error));
      done(null, stream);
    });
  const text = (name: string, content: string) => zip.addBuffer(Buffer.from(content), name, options);
  const addTimestamp = ({ size, note, receipt }: StampedHead) => {
    const name = `timestamps/${String(size).padStart(12, "0")}`;
    text(`${name}.txt`, note);
    zip.addBuffer(receipt, `${name}.tsr`, options);
  };
  text("bundle.json", files.aboutBundle(bundled));
  text("head.txt", bundled.head.note);
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
  bundled.stamped.forEach(addTimestamp);
  zip.end();
  return output;
}
