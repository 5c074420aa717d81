import { systemCaller } from "#server/kernel/callers.ts";
import { repeat } from "#server/platform/repeat.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { listLiveSessions } from "./store.ts";

/**
 * How long a stream may outlive a session that expired, or whose end was announced while the database was unreachable.
 */
const everyMilliseconds = 20_000;

/** Ends the open streams of expired and idle sessions; explicit ends are announced immediately (platform/live.ts). */
export async function endStaleStreams(services: VerbServices): Promise<void> {
  const open = services.events.openSessions();
  if (open.length === 0) return;
  const live = await systemCaller(services, "stale-streams").transact((ctx) => listLiveSessions(ctx, open));
  const stillLive = new Set(live);
  services.events.endStreams(open.filter((id) => !stillLive.has(id)));
}

/** @returns a function that stops it */
export const keepEndingStaleStreams = (services: VerbServices) =>
  repeat(
    everyMilliseconds,
    () => endStaleStreams(services),
    (error) => services.log.warn({ err: error }, "streams of ended sessions could not be looked for"),
  );
