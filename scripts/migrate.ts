import { existsSync } from "node:fs";
import { readConfig } from "#server/kernel/config/config.ts";
import { holdDataFolder } from "#server/kernel/config/data-folder.ts";
import { openLog } from "#server/platform/log.ts";
import { openServices } from "#server/operation/services/open-services.ts";
import { startupFailure } from "#server/operation/start/startup-failure.ts";

// `npm run migrate`: updates the database, makes its logins and proves its fences, as every start does, and exits.

try {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const config = { ...readConfig(), roles: { web: false, worker: false } };
  const unlock = holdDataFolder(config);
  const services = await openServices(config, openLog("warn"), { worksOffJobs: false });
  await services.close();
  unlock();
  process.stdout.write("The database is up to date.\n");
} catch (error) {
  process.stderr.write(`${startupFailure(error)}\n`);
  process.exitCode = 1;
}
