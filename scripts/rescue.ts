import { existsSync } from "node:fs";
import { ConfigError } from "#server/kernel/config/config-error.ts";
import { readConfig } from "#server/kernel/config/config.ts";
import { holdDataFolder } from "#server/kernel/config/data-folder.ts";
import { openLog } from "#server/platform/log.ts";
import { openServices } from "#server/operation/services/open-services.ts";
import { rescue } from "#server/identity/second-factor/rescue.ts";
import { startupFailure } from "#server/operation/start/startup-failure.ts";

// `npm run rescue -- ADDRESS`: removes a lost second factor from one account, with the environment of `npm run serve`.

const [email] = process.argv.slice(2);
try {
  if (email === undefined) throw new ConfigError("npm run rescue -- ADDRESS");
  if (existsSync(".env")) process.loadEnvFile(".env");
  const config = { ...readConfig(), roles: { web: false, worker: false } };
  const unlock = holdDataFolder(config);
  const services = await openServices(config, openLog("warn"), { worksOffJobs: false });
  try {
    process.stdout.write(`${await rescue(services, email)}\n`);
  } finally {
    await services.close();
    unlock();
  }
} catch (error) {
  process.stderr.write(`${startupFailure(error)}\n`);
  process.exitCode = 1;
}
