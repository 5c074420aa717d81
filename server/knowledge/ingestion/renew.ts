import { extractionPort } from "./readers.ts";
import { buffer } from "node:stream/consumers";
import type { JobPayload } from "#contract/operation/jobs.ts";
import { jobCaller } from "#server/kernel/callers.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { awaitOcr } from "./ocr-store.ts";
import { finishReading, scannedPages } from "./pipeline.ts";
import { failRenewal, getWaiting } from "./store.ts";

/**
 * Reads a ready version's file again, as at its upload, and replaces what was derived from it; the version itself, its tags
 * and earlier answers stay. Pages that were read by OCR are read so again before anything is replaced.
 */
export async function readAgain(
  services: VerbServices,
  payload: JobPayload<"renew-document">,
): Promise<void> {
  const caller = jobCaller(services, "renew-document", payload.companyId);
  const version = await caller.transact((ctx) => getWaiting(ctx, payload.versionId));
  if (version === null) return;
  const started = services.clock.now().getTime();
  const bytes = await buffer(await services.files.read(version.file_key));
  const source = { bytes, name: version.name, owner: `company:${payload.companyId}` };
  await extractionPort.of(services).read(source, async (result) => {
    const found = result.ok
      ? result.reading.warnings.find(({ code }) => code === "scanned_pages")?.pages
      : result.failure.scannedPages;
    const scans = scannedPages(services, found);
    if (scans.length > 0)
      return caller.transact(async (ctx) => {
        await awaitOcr(ctx, version, scans);
        await ctx.enqueue("recognise-pages", {});
      });
    if (result.ok) return finishReading(caller, version, result, started);
    return caller.transact((ctx) => failRenewal(ctx, version, result.failure.message));
  });
}
