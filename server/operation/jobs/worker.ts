import { observedIn } from "#server/operation/metrics/observed.ts";
import { workerData } from "node:worker_threads";
import { readConfig } from "#server/kernel/config/config.ts";
import { startJobs } from "./jobs.ts";
import { openLog } from "#server/platform/log.ts";
import type { MetricsSnapshot } from "#server/platform/metrics/metrics.ts";
import type { Access } from "#server/platform/database/access.ts";
import { lastActivityIn } from "#server/platform/last-activity.ts";
import { exposeWorker } from "#server/platform/thread-side.ts";
import { openServices } from "#server/operation/services/open-services.ts";

export type JobsWorkerData = { access: Access; questions: SharedArrayBuffer; connections: number };
/** The interface of the job thread. */
export type JobsWorker = {
  start(nothing: null): Promise<void>;
  metrics(nothing: null): Promise<MetricsSnapshot>;
  stop(nothing: null): Promise<void>;
};

const { access, questions, connections } = workerData as JobsWorkerData;
const config = readConfig();
const opening = openServices(config, openLog(config.logLevel), {
  access,
  // this thread reads the settings of the entire process
  connections,
  lastQuestion: lastActivityIn(questions),
});

exposeWorker<JobsWorker>({
  async start() {
    await startJobs(await opening);
  },
  async metrics() {
    const services = await opening;
    return services.metrics.collect(observedIn(services));
  },
  async stop() {
    await (await opening).close();
  },
});
