import { setTimeout as wait } from "node:timers/promises";
import type { MetricsSnapshot } from "#server/platform/metrics/metrics.ts";
import type { JobsThread } from "./thread.ts";

/** The jobs thread responds between tasks. */
const patienceMs = 1_000;

/** None while the thread is blocked, or is replaced after a crash: the other figures stay readable. */
export function figuresOf(jobs: Pick<JobsThread, "metrics">): Promise<MetricsSnapshot[]> {
  const figures = jobs.metrics().then(
    (snapshot) => [snapshot],
    () => [],
  );
  return Promise.race([figures, wait(patienceMs, [], { ref: false })]);
}
