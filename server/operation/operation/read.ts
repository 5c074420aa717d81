import { themeIndexes } from "#server/knowledge/documents/theme-indexes.ts";
import { wholeProgram } from "#server/operation/health/program-port.ts";
import { findTroubles, roomOf } from "#server/operation/health/troubles.ts";
import { observedIn } from "#server/operation/metrics/observed.ts";
import { freemem, hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import type * as contract from "#contract/operation/operation.ts";
import { jobs, type JobName } from "#contract/operation/jobs.ts";
import type { Result } from "#contract/kernel/endpoint.ts";
import type { Caller, Context } from "#server/kernel/context.ts";
import { countSearch, describeSearch } from "#server/knowledge/search-index/count.ts";
import { searchEngine } from "#server/knowledge/opensearch/port.ts";
import { countDerived } from "#server/knowledge/documents/renewals.ts";
import { countJobs, listFailed } from "#server/platform/queue/failed-jobs.ts";
import type { Services } from "#server/kernel/services.ts";
import packageJson from "#package.json" with { type: "json" };
import type { Figures } from "#server/platform/metrics/metrics.ts";
import { companyNames, databaseState } from "./store.ts";

/**
 * The search thread responds between two documents of a theme it is loading; after this wait, it is reported as busy.
 */
const longestWaitMs = 1_000;
const mostFailed = 100;
const longestReason = 300;

export async function getOperation(caller: Caller): Promise<Result<typeof contract.getOperation>> {
  const services = wholeProgram.of(caller.services);
  const [shared, disk, troubles, index, search, figures] = await Promise.all([
    caller.transact(async (ctx) => ({
      database: await databaseState(ctx),
      jobs: await countJobs(ctx.db),
      derived: await countDerived(ctx, false),
    })),
    roomOf(services.config.dataDir),
    findTroubles(services),
    indexOf(services),
    searchOf(caller),
    services.metrics.read(observedIn(services)),
  ]);
  return {
    troubles: [...troubles].map(([part, says]) => ({ part, says })),
    process: processState(services),
    database: {
      kind: services.config.databaseUrl === null ? "embedded" : "external",
      ...shared.database,
      ...connectionsOf(services),
    },
    disk,
    index,
    reading: readingOf(services, figures),
    stalls: (["calls", "jobs"] as const).flatMap((thread) => stallsOf(figures, thread)),
    providers: services.metrics.providers(),
    queues: known(shared.jobs).toSorted((a, b) => a.name.localeCompare(b.name)),
    search,
    derived: shared.derived,
  };
}

function processState({ config }: Services) {
  return {
    host: hostname(),
    pid: process.pid,
    version: packageJson.version,
    node: process.versions.node,
    startedAt: new Date(Date.now() - process.uptime() * 1000),
    roles: (["web", "worker"] as const).filter((role) => config.roles[role]),
    memory: process.memoryUsage.rss(),
    freeMemory: freemem(),
  };
}

function connectionsOf({ pools }: Services) {
  const sumOf = (count: (pool: (typeof pools.all)[number]["pool"]) => number) =>
    pools.all.reduce((sum, { pool }) => sum + count(pool), 0);
  return {
    connections: sumOf(({ totalCount, idleCount }) => totalCount - idleCount),
    mostConnections: sumOf(({ options }) => options.max),
    waiting: sumOf(({ waitingCount }) => waitingCount),
  };
}

function readingOf({ config }: Services, figures: Figures) {
  if (!config.roles.worker) return null;
  const files = (state: string) => figures("footnote_reading_files", { state }) ?? 0;
  return { places: files("places"), running: files("running"), waiting: files("waiting") };
}

function stallsOf(figures: Figures, thread: "calls" | "jobs") {
  const seconds = (statistic: string) => figures("footnote_event_loop_delay_seconds", { thread, statistic });
  const [p99, max] = [seconds("p99"), seconds("max")];
  return p99 === null || max === null
    ? []
    : [{ thread, p99Ms: Math.round(p99 * 1000), maxMs: Math.round(max * 1000) }];
}

function indexOf(services: Services) {
  return Promise.race([
    themeIndexes
      .of(services)
      .call("state", null)
      .catch(() => null),
    wait(longestWaitMs, null, { ref: false }),
  ]);
}

async function searchOf(caller: Caller) {
  const engine = searchEngine.of(caller.services);
  if (engine === null) return null;
  const state = await caller.transact((ctx) => countSearch(ctx, engine.prefix));
  const { answering, filling } = state;
  const counts = answering ?? filling;
  return {
    host: engine.search.host,
    index: answering?.name ?? null,
    documents: counts?.documents ?? 0,
    indexed: answering?.indexed ?? 0,
    filling: filling === null ? null : { index: filling.name, indexed: filling.indexed },
    trouble: await troubleOf(describeSearch(engine, state)),
  };
}

/** A cluster that hangs must not hide the other figures. */
function troubleOf(described: Promise<unknown>): Promise<string | null> {
  return Promise.race([
    described.then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    ),
    wait(longestWaitMs, "OpenSearch has not answered for a second.", { ref: false }),
  ]);
}

export async function listFailedJobs(ctx: Context): Promise<Result<typeof contract.listFailedJobs>> {
  const failed = known(await listFailed(ctx.db, mostFailed));
  const names = await companyNames(
    ctx,
    failed.flatMap(({ companyId }) => companyId ?? []),
  );
  return failed.map(({ companyId, reason, ...job }) => ({
    ...job,
    company: companyId === null ? null : { id: companyId, name: names.get(companyId) ?? "" },
    reason: reason.slice(0, longestReason),
  }));
}

/** Without the queue's own jobs, and those of an earlier version. */
function known<Row extends { name: string }>(rows: Row[]): (Row & { name: JobName })[] {
  return rows.filter((row): row is Row & { name: JobName } => Object.hasOwn(jobs, row.name));
}
