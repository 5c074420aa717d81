import { workerData } from "node:worker_threads";
import { readConfig } from "./config.ts";
import { startJobs } from "./jobs.ts";
import { openLog } from "./log.ts";
import type { Access } from "./platform/database/access.ts";
import { pulseIn } from "./platform/pulse.ts";
import { offerToProgram } from "./platform/thread-side.ts";
import { openServices } from "./services.ts";

export type JobsWorkerData = { access: Access; questions: SharedArrayBuffer };
/** What the thread of jobs offers. */
export type JobsWorker = { start(nothing: null): Promise<void>; stop(nothing: null): Promise<void> };

const { access, questions } = workerData as JobsWorkerData;
const config = readConfig();
const opening = openServices(config, openLog(config.logLevel), {
  access,
  questions: pulseIn(questions),
});

offerToProgram<JobsWorker>({
  async start() {
    await startJobs(await opening);
  },
  async stop() {
    await (await opening).close();
  },
});
