import type { FastifyInstance } from "fastify";
import { chmodSync, statSync } from "node:fs";
import { createApp } from "./app.ts";
import type { Config } from "#server/kernel/config/config.ts";
import { readersCell } from "#reading/child/child-process.ts";
import { ConfigError } from "#server/kernel/config/config-error.ts";
import { holdDataFolder, inDataFolder } from "#server/kernel/config/data-folder.ts";
import { naming, ofMetrics, ofPeople, probe } from "#server/http/listen.ts";
import { figuresOf } from "#server/operation/jobs/figures.ts";
import { startJobs } from "#server/operation/jobs/jobs.ts";
import { startJobsThread, type JobsThread } from "#server/operation/jobs/thread.ts";
import { openLog } from "#server/platform/log.ts";
import { namingDatabase } from "#server/platform/database/refused.ts";
import { scheduleAnalyze } from "#server/platform/database/statistics.ts";
import { warmUpModels } from "#server/models/llm/warm-up.ts";
import { watchTroubles } from "#server/operation/health/troubles.ts";
import { keepRecovering, recover } from "./recovery.ts";
import { rotateMasterKey } from "#server/operation/master-key/rotate.ts";
import { serveMetrics } from "#server/operation/metrics/serve-metrics.ts";
import { openServices } from "#server/operation/services/open-services.ts";
import type { Services } from "#server/kernel/services.ts";
import { endCalls } from "./stop.ts";
import { keepEndingStaleStreams } from "#server/identity/sessions/end-stale-streams.ts";

export type RunningServer = {
  app: FastifyInstance | null;
  services: Services;
  address: string | null;
  /** @param isExpected nobody sends calls any more that would need time to go elsewhere */
  stop(isExpected?: boolean): Promise<void>;
};

/**
 * This folder contains documents, the database and the key of stored secrets. When run as root, the database's own user
 * must still be able to pass through it. Kubernetes mounts a volume that belongs to root and lets the pod's group write
 * there; only an owner can close a folder.
 */
function closeToOthers(folder: string): void {
  const user = process.getuid?.();
  if (user === undefined || (user !== 0 && user !== statSync(folder).uid)) return;
  chmodSync(folder, user === 0 ? 0o711 : 0o700);
}

/** As root, a reader without a user of its own would be root itself, beside the database's files. */
function refuseSharedReaders({ databaseUrl, scenario, roles }: Config): void {
  if (process.getuid?.() !== 0 || databaseUrl !== null || scenario === "demo" || !roles.worker) return;
  if (!readersCell().lacks.includes("a user of its own")) return;
  throw new ConfigError(
    `As root with the embedded database, documents must be read by a user of their own, and this machine doesn't allow it: setpriv (util-linux) is missing, or other users can't read ${process.execPath} and this program's folder. Nothing was started. Put the program where all users can read it, such as /opt, or run it as its own user (docs/running.md).`,
  );
}

/** Lock, services, workers, then the HTTP server: it opens last, when everything it needs is ready. */
export async function startServer(
  config: Config,
  prepare: (services: Services) => Promise<void>,
): Promise<RunningServer> {
  if (config.roles.web) await probe(config, ofPeople);
  if (config.metrics !== null) await probe(config.metrics, ofMetrics);
  refuseSharedReaders(config);
  inDataFolder(config.dataDir, () => closeToOthers(config.dataDir));
  const unlock = holdDataFolder(config);
  const log = openLog(config.logLevel);
  const hasJobsThread = config.roles.worker && config.roles.web;
  let services: Services;
  try {
    services = await openServices(config, log, { worksOffJobs: !hasJobsThread && config.roles.worker });
  } catch (error) {
    unlock();
    throw error;
  }
  let app: FastifyInstance | null = null;
  let jobs: JobsThread | null = null;
  let metrics: { address: string; stop(): Promise<void> } | null = null;
  let stopRecovery = () => undefined as void;
  const stop = async (isExpected = false) => {
    if (app !== null) await endCalls(app, services, { isExpected });
    stopRecovery();
    await services.events.close();
    await metrics?.stop();
    await jobs?.stop();
    await services.close();
    unlock();
  };
  try {
    await namingDatabase(services.access.app, async () => {
      await prepare(services);
      await recover(services, { isAlone: config.databaseUrl === null });
    });
    const stops = [
      keepRecovering(services),
      keepEndingStaleStreams(services),
      watchTroubles(services),
      scheduleAnalyze(services.pools.of("platform", "calls"), (error) =>
        log.warn({ err: error }, "changed tables could not be analyzed"),
      ),
    ];
    stopRecovery = () => stops.forEach((end) => end());
    // not awaited: everything opens with the earlier key until it is sealed with the current one
    void rotateMasterKey(services).catch((error: unknown) =>
      log.error({ err: error }, "stored secrets could not be re-encrypted"),
    );
    let address: string | null = null;
    if (hasJobsThread) {
      const thread = await startJobsThread(services);
      jobs = thread;
      services.metrics.addThread(() => figuresOf(thread));
    } else if (config.roles.worker) await startJobs(services);
    if (config.roles.web) {
      await warmUpModels([config.models.smart.provider, config.models.smarter.provider]);
      const opened = await createApp(services);
      app = opened;
      address = await naming(config, ofPeople, () => opened.listen({ port: config.port, host: config.host }));
    }
    if (config.metrics !== null) metrics = await serveMetrics(services, config.metrics);
    return { app, services, address, stop };
  } catch (error) {
    await stop(true);
    throw error;
  }
}
