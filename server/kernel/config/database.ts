import type { GivenLogins } from "#server/platform/database/logins.ts";
import { ConfigError } from "./config-error.ts";

type Name = "DATABASE_URL" | "DATABASE_APP_URL" | "DATABASE_PLATFORM_URL" | "DATABASE_REPLICA_URL";
type DatabaseSettings = { [Setting in Name]?: string | undefined };

/** The logins that the program uses, if they are given. */
export function loginsOf(values: DatabaseSettings): GivenLogins | null {
  const { DATABASE_URL: owner, DATABASE_APP_URL: app, DATABASE_PLATFORM_URL: platform } = values;
  if (app === undefined && platform === undefined) return null;
  if (owner === undefined || app === undefined || platform === undefined)
    throw new ConfigError(
      "DATABASE_APP_URL and DATABASE_PLATFORM_URL must be set together, in addition to DATABASE_URL.",
    );
  return { app: { connectionString: app }, platform: { connectionString: platform } };
}

/** The address of a server that may be late, for reads that may be. */
export function replicaOf(values: DatabaseSettings): string | null {
  const { DATABASE_REPLICA_URL: replica, DATABASE_URL: primary } = values;
  if (replica === undefined) return null;
  if (primary === undefined)
    throw new ConfigError(
      "DATABASE_REPLICA_URL is set but DATABASE_URL is not: the replica is one of that server.",
    );
  if (!/^postgres(ql)?:\/\//.test(replica) || !URL.canParse(replica))
    throw new ConfigError("DATABASE_REPLICA_URL must be an address such as postgres://host:5432/database.");
  return replica;
}
