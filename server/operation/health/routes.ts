import * as contract from "#contract/operation/health.ts";
import type { Trouble } from "#contract/operation/health.ts";
import packageJson from "#package.json" with { type: "json" };
import { unavailable } from "#server/platform/errors.ts";
import { longRoute } from "#server/http/route.ts";
import type { Services } from "#server/kernel/services.ts";
import { wholeProgram } from "./program-port.ts";
import { findTroubles } from "./troubles.ts";

export const routes = [
  longRoute(contract.getHealth, async (caller) => {
    const services = wholeProgram.of(caller.services);
    const troubles = await look(services);
    const database = services.config.databaseUrl === null ? ("embedded" as const) : ("external" as const);
    return { status: "ok" as const, version: packageJson.version, database, troubles: [...troubles.keys()] };
  }),
  longRoute(contract.getLiveness, () => Promise.resolve({ status: "ok" as const })),
  longRoute(contract.getReadiness, async (caller) => {
    const services = wholeProgram.of(caller.services);
    if (services.leaving.signal.aborted) throw unavailable("The server is being restarted.");
    await look(services);
    return { status: "ok" as const };
  }),
];

/** @throws AppError unavailable without the database, or if it can't save anything */
async function look(services: Services): Promise<Map<Trouble, string>> {
  const troubles = await findTroubles(services).catch((error: unknown) => {
    throw unavailable("The database does not respond.", error);
  });
  if (troubles.has("disk") && services.config.databaseUrl === null)
    throw unavailable("The disk is full: nothing can be saved. An operator has to free up space.");
  return troubles;
}
