import { ping } from "#server/platform/database/ask.ts";
import * as contract from "#contract/operation/health.ts";
import packageJson from "#package.json" with { type: "json" };
import { unavailable } from "#server/platform/errors.ts";
import { longRoute } from "#server/http/route.ts";
import type { Services } from "#server/kernel/services.ts";

export const routes = [
  longRoute(contract.getHealth, async ({ services }) => {
    await askDatabase(services);
    const database = services.config.databaseUrl === null ? ("embedded" as const) : ("external" as const);
    return { status: "ok" as const, version: packageJson.version, database };
  }),
  longRoute(contract.getLiveness, () => Promise.resolve({ status: "ok" as const })),
  longRoute(contract.getReadiness, async ({ services }) => {
    if (services.leaving.signal.aborted) throw unavailable("The server is being restarted.");
    await askDatabase(services);
    return { status: "ok" as const };
  }),
];

/** @throws AppError unavailable */
async function askDatabase({ pools }: Services): Promise<void> {
  try {
    await ping(pools.of("app", "calls"));
  } catch (error) {
    throw unavailable("The database does not respond.", error);
  }
}
