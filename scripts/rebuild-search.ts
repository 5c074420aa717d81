import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { ConfigError } from "#server/kernel/config/config-error.ts";
import { readConfig } from "#server/kernel/config/config.ts";
import { holdDataFolder } from "#server/kernel/config/data-folder.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import { countSearch } from "#server/knowledge/search-index/count.ts";
import { rebuildSearch } from "#server/knowledge/search-index/keep.ts";
import { openLog } from "#server/platform/log.ts";
import { openServices } from "#server/operation/services/open-services.ts";
import { startupFailure } from "#server/operation/start/startup-failure.ts";

// `npm run rebuild-search`: has the workers fill a new index in OpenSearch, with the environment of `npm run serve`, and
// shows the progress until it answers. Ending the command ends nothing else.

const everyMs = 2_000;
try {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const config = { ...readConfig(), roles: { web: false, worker: false } };
  const unlock = holdDataFolder(config);
  const services = await openServices(config, openLog("warn"), { worksOffJobs: false });
  try {
    const name = await rebuildSearch(services);
    if (name === null)
      throw new ConfigError("Passages are found in memory, without an index to rebuild: set SEARCH_URL.");
    process.stdout.write(`${name} is being filled by the workers; the present index answers meanwhile.\n`);
    for (let said = ""; ; await wait(everyMs)) {
      const { answering, filling } = await systemCaller(services, "rebuild-search").transact((ctx) =>
        countSearch(ctx, config.search?.prefix ?? ""),
      );
      if (answering?.name === name) break;
      const line = `${filling?.indexed ?? 0} of ${filling?.documents ?? 0} documents`;
      if (line !== said) process.stdout.write(`${line}\n`);
      said = line;
    }
    process.stdout.write(`${name} answers.\n`);
  } finally {
    await services.close();
    unlock();
  }
} catch (error) {
  process.stderr.write(`${startupFailure(error)}\n`);
  process.exitCode = 1;
}
