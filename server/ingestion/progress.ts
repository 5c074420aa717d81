import type { Caller } from "#server/context.ts";
import { announceDocument } from "#server/documents/announce.ts";
import type { OnProgress } from "#reading/extract/reading.ts";
import type { VersionRow } from "./store.ts";

/** Most files are read sooner than this, and nothing is said of them before they are ready. */
const everyMs = 1_000;

/** Tells the open pages of a version's readers how far its reading is, once a second at most. */
export function tellProgress(caller: Caller, version: VersionRow): OnProgress {
  let next = performance.now() + everyMs;
  let isTelling = false;
  return (read, all) => {
    // one after the other: two at once could overtake each other, and the reading would go backwards
    if (isTelling || performance.now() < next) return;
    next = performance.now() + everyMs;
    isTelling = true;
    void caller
      .transact((ctx) => announceDocument(ctx, version, { status: "processing", progress: { read, all } }))
      // the reading itself goes on; only its pages hear nothing for a second
      .catch((error: unknown) => caller.services.log.warn({ err: error }, "progress could not be told"))
      .finally(() => (isTelling = false));
  };
}
