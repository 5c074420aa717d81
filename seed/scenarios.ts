import { oneAtATime } from "#server/platform/database/one-at-a-time.ts";
import type { Services } from "#server/kernel/services.ts";
import { ensureAdmin } from "#server/identity/users/first-admin.ts";
import { runDemo } from "./demo/run.ts";

/**
 * Fills an empty database with its first super admin and the scenario of the configuration; returns the lines to print
 * (addresses and passwords). If several servers start together, one does it and the others find it done.
 */
export function fillEmpty(services: Services): Promise<string[]> {
  return oneAtATime(services.access.platform, async () => [
    ...(await ensureAdmin(services)),
    ...(services.config.scenario === "demo" ? await runDemo(services) : []),
  ]);
}
