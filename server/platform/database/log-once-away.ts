import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { storageReason } from "./storage-reason.ts";

/** How often a database that is away is asked whether it is back. */
const askMs = 1_000;

/**
 * Logs failures of background work. While the database is away, everything fails again and again for one reason, which is
 * logged once, and once more when it is over.
 * @param ask rejects while the database is away
 */
export function logOnceAway(
  log: Pick<Logger, "warn" | "info">,
  ask: () => Promise<unknown>,
): (error: Error, message: string) => void {
  let isAway = false;
  async function untilBack(): Promise<void> {
    const since = Date.now();
    while (
      await ask().then(
        () => false,
        () => true,
      )
    )
      await wait(askMs, undefined, { ref: false });
    isAway = false;
    log.info({ seconds: Math.round((Date.now() - since) / 1000) }, "the database responds again");
  }
  return (error, message) => {
    const reason = storageReason(error);
    if (reason === null) return log.warn({ err: error }, message);
    if (isAway) return;
    isAway = true;
    log.warn({ reason: error.message }, "the database does not respond: jobs wait until it does");
    void untilBack();
  };
}
