import type { Caller } from "#server/kernel/context.ts";
import { announceDocument } from "#server/knowledge/documents/announce.ts";
import type { OnProgress } from "#reading/extract/reading.ts";
import type { VersionRow } from "./store.ts";

/** Most files are read faster than this, and get no progress before they are ready. */
const everyMs = 1_000;

/** Sends a version's reading progress to its readers' open pages, at most once a second. */
export function progressReporter(caller: Caller, version: VersionRow): OnProgress {
  let next = performance.now() + everyMs;
  let isTelling = false;
  return (read, all) => {
    // one at a time: two at once could overtake each other, and the progress would go backwards
    if (isTelling || performance.now() < next) return;
    next = performance.now() + everyMs;
    isTelling = true;
    void caller
      .transact((ctx) => announceDocument(ctx, version, { status: "processing", progress: { read, all } }))
      // the reading itself continues; only its pages miss a second
      .catch((error: unknown) =>
        caller.services.log.warn({ err: error }, "reading progress could not be announced"),
      )
      .finally(() => (isTelling = false));
  };
}
