import * as contract from "#contract/health.ts";
import packageJson from "#package.json" with { type: "json" };
import { unavailable } from "#server/errors.ts";
import { longRoute } from "#server/http/route.ts";
import type { Services } from "#server/services.ts";

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
    await pools.of("app", "calls").query("select 1");
  } catch (error) {
    throw unavailable("The database does not respond.", error);
  }
}
