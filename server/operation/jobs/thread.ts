import { Worker } from "node:worker_threads";
import { setTimeout as wait } from "node:timers/promises";
import type { JobsWorker, JobsWorkerData } from "./worker.ts";
import { callsOver, type ThreadCalls } from "#server/platform/thread-calls.ts";
import type { MetricsSnapshot } from "#server/platform/metrics/metrics.ts";
import type { Services } from "#server/kernel/services.ts";

type Running = { worker: Worker; calls: ThreadCalls<JobsWorker>; ended: Promise<unknown> };

/** Runs jobs in a separate thread. */
export type JobsThread = {
  stop(): Promise<void>;
  /** Its figures for Prometheus; rejects while a crashed thread is replaced. */
  metrics(): Promise<MetricsSnapshot>;
  /** The current thread; one that crashes is replaced. */
  current(): Worker;
};

/** A thread that keeps crashing at once must not occupy a processor. */
const restartMs = 1_000;

/**
 * Runs jobs next to the thread that serves calls, with its own services from the same environment: passing on a
 * document's megabytes and collecting their garbage delayed questions by tens of milliseconds
 * (docs/decisions/extraction.md).
 */
export async function startJobsThread(
  {
    access,
    lastQuestion: questions,
    log,
    config,
  }: Pick<Services, "access" | "lastQuestion" | "log" | "config">,
  env: NodeJS.ProcessEnv = process.env,
): Promise<JobsThread> {
  let isStopping = false;
  let replacing = Promise.resolve();
  let running = await begin();

  async function begin(): Promise<Running> {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), {
      env,
      argv: ["--worker"],
      workerData: {
        access,
        questions: questions.memory,
        connections: config.databaseConnections,
      } satisfies JobsWorkerData,
    });
    const calls = callsOver<JobsWorker, Record<string, never>>(worker, {});
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    worker.once("error", (error) => log.error({ err: error }, "the job thread failed"));
    worker.once("exit", () => calls.fail(new Error("the job thread ended")));
    try {
      await calls.call("start", null);
    } catch (error) {
      await worker.terminate();
      throw error;
    }
    worker.once("exit", () => {
      replacing = again();
    });
    return { worker, calls, ended };
  }

  async function again(): Promise<void> {
    while (!isStopping) {
      await wait(restartMs);
      try {
        running = await begin();
        return;
      } catch (error) {
        log.error({ err: error }, "the job thread did not start");
      }
    }
  }

  return {
    async stop() {
      isStopping = true;
      await replacing;
      const { calls, ended } = running;
      const closed = calls
        .call("stop", null)
        .catch((error: unknown) => log.warn({ err: error }, "the job thread did not close cleanly"));
      // a crashed one does not respond
      await Promise.race([closed, ended]);
      await running.worker.terminate();
    },
    metrics: () => running.calls.call("metrics", null),
    current: () => running.worker,
  };
}
