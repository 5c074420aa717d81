import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { watchStalls } from "./stalls.ts";
import type { Replica } from "#server/platform/database/replica.ts";
import type { Pools } from "#server/platform/database/database.ts";

/**
 * Prometheus metrics of one process. Labels are route patterns, providers and queue names: no user input, and no
 * company.
 */
export type Metrics = {
  /** A call was answered after this many seconds. `route` is the contract's pattern, or 'none'. */
  answered(call: { method: string; route: string; status: number; seconds: number }): void;
  /** Starts the clock of a call to a provider; what it returns stops it, with the outcome. */
  callModel(provider: string, kind: string): (outcome: string) => void;
  /** Tokens that a provider counted; null: it did not say. */
  countTokens(provider: string, used: { inputTokens: number | null; outputTokens?: number | null }): void;
  /** The called providers, with their last known state. */
  providers(): ProviderState[];
  /** This thread's figures now, for the thread that exposes them. */
  collect(services: Observed): Promise<MetricsSnapshot>;
  /** A settled call, at list price. */
  spent(provider: string, dollars: number): void;
  /** A question, by what became of reading its passages. */
  countReading(outcome: string): void;
  /** A model's answer, by whether the judge of its sentences was heard. */
  countJudgement(outcome: string): void;
  /** What OpenSearch has of the documents, by state. */
  searched(counts: Record<string, number>): void;
  /** What was derived from documents, by state. */
  derived(counts: Record<string, number>): void;
  /** Another thread of the process: its figures are added to this one's. */
  addThread(collect: () => Promise<MetricsSnapshot[]>): void;
  /** The process's figures now, for a screen, without those that must be asked of the search or the queue. */
  read(services: Observed): Promise<Figures>;
  /** The text in the exposition format, with the search's and the queue's figures, and its content type. */
  expose(services: Observed): Promise<{ type: string; text: string }>;
  close(): void;
};

/** A metric's value under these labels, in any order; null if the process has none. */
export type Figures = (name: string, labels: Record<string, string>) => number | null;

export type MetricsSnapshot = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

export type ProviderState = {
  provider: string;
  calls: number;
  faults: number;
  lastAt: Date;
  lastOutcome: string;
};

/** Sources that are queried when the metrics are read. */
export type Observed = {
  pools: Pick<Pools, "all">;
  replica: Pick<Replica, "state"> | null;
  queue: { depths(): Promise<{ name: string; waiting: number; running: number }[]> };
  extraction: { load(): { running: number; waiting: number; places: number } };
  outbound: { load(): Record<string, number> };
  indexes: { call(name: "state", input: null): Promise<{ themes: number; bytes: number }> };
  config: { roles: { web: boolean } };
};

/** Gauges that the library names like counters, which Prometheus's own check refuses; the same figures have other names. */
const misnamed = ["handles", "requests", "resources"].map((what) => `nodejs_active_${what}_total`);

/** Seconds: from a list of ten rows to a report over a year. */
const callBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const modelBuckets = [0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80];

/**
 * `watchesProcess`: also memory and garbage collection. `thread`: what this one does. `readsFiles`: whether documents are
 * read from here.
 */
export function openMetrics({
  watchesProcess,
  thread,
  readsFiles,
}: {
  watchesProcess: boolean;
  thread: "calls" | "jobs";
  readsFiles: boolean;
}): Metrics {
  const registry = new Registry();
  if (watchesProcess) collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  const registers = [registry];
  const calls = new Histogram({
    name: "footnote_http_request_duration_seconds",
    help: "Calls answered, by route pattern, method and status",
    labelNames: ["method", "route", "status"],
    buckets: callBuckets,
    registers,
  });
  const modelCalls = new Histogram({
    name: "footnote_model_call_duration_seconds",
    help: "Calls of model providers, retries included, by kind and outcome (ok, stopped or the provider's fault)",
    labelNames: ["provider", "kind", "outcome"],
    buckets: modelBuckets,
    registers,
  });
  const connections = new Gauge({
    name: "footnote_database_connections",
    help: "Connections of this process's pools, and calls that wait for one",
    labelNames: ["login", "purpose", "state"],
    registers,
  });
  const jobs = new Gauge({
    name: "footnote_queue_jobs",
    help: "Jobs in the queue of all processes, counted every few seconds",
    labelNames: ["queue", "state"],
    registers,
  });
  const tokens = new Counter({
    name: "footnote_model_tokens_total",
    help: "Tokens that model providers counted, read (input) and written (output)",
    labelNames: ["provider", "direction"],
    registers,
  });
  const spend = new Counter({
    name: "footnote_model_spend_dollars_total",
    help: "Spent at the catalog's list prices, in US dollars; models without a price there are not counted",
    labelNames: ["provider"],
    registers,
  });
  const readings = new Counter({
    name: "footnote_reader_questions_total",
    help: "Questions whose passages the reader was given, by outcome: read, or late or failed, after which words chose the quotes",
    labelNames: ["outcome"],
    registers,
  });
  const judgements = new Counter({
    name: "footnote_judged_answers_total",
    help: "Models' answers whose sentences were judged, by outcome: heard; unreliable, if the judge was wrong about a sentence of known truth or contradicted itself; unheard, if it was late or said nothing",
    labelNames: ["outcome"],
    registers,
  });
  const reading = new Gauge({
    name: "footnote_reading_files",
    help: "Documents that this process's readers read, documents that wait for one, and the number of readers",
    labelNames: ["state"],
    registers,
  });
  const stalls = new Gauge({
    name: "footnote_event_loop_delay_seconds",
    help: "How long due tasks waited for a thread within the last one to two minutes: 99th percentile and maximum",
    labelNames: ["thread", "statistic"],
    registers,
  });
  const stallWatch = watchStalls();
  const outbound = new Gauge({
    name: "footnote_outbound_attempts",
    help: "Attempts in progress, by this process, to reach receivers of webhooks and record streams",
    labelNames: ["lane"],
    registers,
  });
  const index = new Gauge({
    name: "footnote_search_index",
    help: "The search index in memory: its themes, and its size in bytes",
    labelNames: ["unit"],
    registers,
  });

  const searched = new Gauge({
    name: "footnote_opensearch_documents",
    help: "Documents that answer, by whether OpenSearch has them: indexed, waiting; and filling, those in an index that is being filled",
    labelNames: ["state"],
    registers,
  });
  const derived = new Gauge({
    name: "footnote_derived_documents",
    help: "Documents that answer, by the state of what was derived from them (current, old, damaged, missing), and those that wait to be read again or could not be",
    labelNames: ["state"],
    registers,
  });

  const standby = new Gauge({
    name: "footnote_replica",
    help: "Whether the replica of DATABASE_REPLICA_URL answers reports (1 or 0), and how many seconds it is late",
    labelNames: ["statistic"],
    aggregator: "max",
    registers,
  });

  const providers = new Map<string, ProviderState>();
  const heardOf = (provider: string, outcome: string) => {
    const { calls, faults } = providers.get(provider) ?? { calls: 0, faults: 0 };
    const isFault = outcome !== "ok" && outcome !== "stopped";
    providers.set(provider, {
      provider,
      calls: calls + 1,
      faults: isFault ? faults + 1 : faults,
      lastAt: new Date(),
      lastOutcome: outcome,
    });
  };

  const callModel = (provider: string, kind: string) => {
    const end = modelCalls.startTimer({ provider, kind });
    return (outcome: string) => {
      heardOf(provider, outcome);
      end({ outcome });
    };
  };
  const countTokens = (
    provider: string,
    used: { inputTokens: number | null; outputTokens?: number | null },
  ): void => {
    tokens.inc({ provider, direction: "input" }, used.inputTokens ?? 0);
    tokens.inc({ provider, direction: "output" }, used.outputTokens ?? 0);
  };
  async function collect({
    pools,
    replica,
    extraction,
    outbound: attempts,
  }: Observed): Promise<MetricsSnapshot> {
    for (const { login, purpose, pool } of pools.all) {
      connections.set({ login, purpose, state: "busy" }, pool.totalCount - pool.idleCount);
      connections.set({ login, purpose, state: "idle" }, pool.idleCount);
      connections.set({ login, purpose, state: "waiting" }, pool.waitingCount);
    }
    const late = replica?.state();
    if (late !== undefined) standby.set({ statistic: "answers" }, late.answers ? 1 : 0);
    if (late?.answers === true) standby.set({ statistic: "delay_seconds" }, late.delaySeconds);
    else standby.remove({ statistic: "delay_seconds" });
    if (readsFiles)
      for (const [state, files] of Object.entries(extraction.load())) reading.set({ state }, files);
    for (const [statistic, delay] of Object.entries(stallWatch.read()))
      stalls.set({ thread, statistic }, delay);
    for (const [lane, underWay] of Object.entries(attempts.load())) outbound.set({ lane }, underWay);
    return registry.getMetricsAsJSON();
  }
  const others: (() => Promise<MetricsSnapshot[]>)[] = [];
  async function collectAll(observed: Observed): Promise<MetricsSnapshot[]> {
    const own = await collect(observed);
    return [own, ...(await Promise.all(others.map((collectOther) => collectOther()))).flat()];
  }
  return {
    collect,
    addThread: (collectOther) => void others.push(collectOther),
    async read(observed) {
      const all = await AggregatorRegistry.aggregate(await collectAll(observed)).getMetricsAsJSON();
      return (name, labels) => {
        const values = all.find((metric) => metric.name === name)?.values ?? [];
        const found = values.find((one) =>
          Object.entries(labels).every(([label, value]) => one.labels[label] === value),
        );
        return found?.value ?? null;
      };
    },
    answered: ({ method, route, status, seconds }) =>
      calls.observe({ method, route, status: String(status) }, seconds),
    spent: (provider, dollars) => spend.inc({ provider }, dollars),
    callModel,
    countTokens,
    countReading: (outcome) => readings.inc({ outcome }),
    countJudgement: (outcome) => judgements.inc({ outcome }),
    searched(counts) {
      for (const [state, count] of Object.entries(counts)) searched.set({ state }, count);
    },
    derived(counts) {
      for (const [state, count] of Object.entries(counts)) derived.set({ state }, count);
    },
    providers: () => [...providers.values()].toSorted((a, b) => a.provider.localeCompare(b.provider)),
    async expose(observed) {
      // a stuck search thread must not hide the other figures
      const held = observed.config.roles.web
        ? await observed.indexes.call("state", null).catch(() => null)
        : null;
      if (held !== null) {
        index.set({ unit: "themes" }, held.themes);
        index.set({ unit: "bytes" }, held.bytes);
      }
      for (const { name, waiting, running } of await observed.queue.depths()) {
        jobs.set({ queue: name, state: "waiting" }, waiting);
        jobs.set({ queue: name, state: "running" }, running);
      }
      const all = AggregatorRegistry.aggregate(await collectAll(observed));
      return { type: registry.contentType, text: await all.metrics() };
    },
    close: () => stallWatch.close(),
  };
}
