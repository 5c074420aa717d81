import type { TimestampConfig } from "#server/kernel/config/timestamps.ts";
import type { GuardedFetch } from "#server/platform/guarded-fetch.ts";
import { askForTimestamp } from "../timestamps/ask.ts";
import type { Witness } from "./witness.ts";

/**
 * A time-stamping authority (RFC 3161): it keeps nothing, and its signed time stamp is the receipt. The newest head of a log
 * covers all earlier ones, so a log that waited needs one time stamp.
 */
export function authorityWitness(
  config: TimestampConfig,
  tools: { guardedFetch: GuardedFetch; now: () => Date },
): Witness {
  return {
    name: `time-stamping authority ${config.url.host}`,
    takes: { newest: "of each log", everyMs: config.everyMs },
    mostAtOnce: 10,
    async put(heads) {
      const receipts: Buffer[] = [];
      for (const { note } of heads)
        receipts.push((await askForTimestamp(config, Buffer.from(note), tools)).response);
      return receipts;
    },
    reader: null,
    close: () => undefined,
  };
}
