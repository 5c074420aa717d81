import * as contract from "#contract/health.ts";
import packageJson from "#package.json" with { type: "json" };
import { unavailable } from "#server/errors.ts";
import { longRoute } from "#server/http/bind.ts";

export const routes = [
  longRoute(contract.getHealth, async (caller) => {
    const { config, pools } = caller.services;
    try {
      await pools.of("app", "calls").query("select 1");
    } catch (error) {
      throw unavailable("The database does not answer.", error);
    }
    return {
      status: "ok" as const,
      version: packageJson.version,
      database: config.databaseUrl === null ? ("embedded" as const) : ("external" as const),
    };
  }),
];
