import { existsSync } from "node:fs";
import { ConfigError } from "#server/config/config-error.ts";
import { readConfig } from "#server/config/config.ts";
import { openLog } from "#server/log.ts";
import { openServices } from "#server/open-services.ts";
import { FolderHeldError, lockFolder } from "#server/platform/database/lock.ts";

// `npm run migrate`: updates the database, makes its logins and proves its fences, as every start does, and exits.

try {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const config = { ...readConfig(), roles: { web: false, worker: false } };
  const unlock = config.databaseUrl === null ? lockFolder(config.dataDir) : () => undefined;
  const services = await openServices(config, openLog("warn"), { worksOffJobs: false });
  await services.close();
  unlock();
  process.stdout.write("The database is up to date.\n");
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof FolderHeldError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
