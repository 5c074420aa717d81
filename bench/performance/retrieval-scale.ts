import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { openThemeIndexes } from "#server/knowledge/documents/theme-indexes.ts";
import { createIndexCache } from "#engine/index/index-cache.ts";
import { buildSegment } from "#engine/index/segment.ts";
import { createThemeIndex } from "#engine/theme-index.ts";
import { randomFrom } from "#seed/demo/random.ts";
import { collectGarbage } from "#testing/collect-garbage.ts";
import type { BenchOptions } from "../options.ts";
import { watchOwnStalls } from "../product/own-stalls.ts";
import { madeUpSource, segmentsBy } from "../quality/retrieval/made-up-segments.ts";
import { percentile } from "../quality/retrieval/metrics.ts";
import { miniSearch } from "../quality/retrieval/minisearch.ts";
import { measureDistant } from "./distant-scale.ts";
import { createAuthor, PASSAGES_PER_DOCUMENT } from "../quality/retrieval/synthetic-text.ts";

type Row = { set: string; engine: string } & Record<string, number | string>;

const SIZES = [10_000, 100_000, 1_000_000];
const MINISEARCH_UP_TO = 100_000; // at a million it runs out of the default heap
const QUESTIONS = 200;
const MINISEARCH_QUESTIONS = 20;
const MEBIBYTE = 2 ** 20;
const CACHE_MIB = 256;
const THEMES = 1000;
const IDLE_MS = 5000; // the effect of other programs on an idle thread

/**
 * One theme of 10,000 to 1,000,000 synthetic passages, also in the product's form: in a thread of its own, where
 * 'longestHoldMs' is the longest stall of the thread that serves calls ('idleHoldMs': the same thread before, idle) and
 * 'ownHoldMs' its own longest work. Then 1,000 small themes in a bounded cache.
 */
export async function run(options: BenchOptions) {
  if (options.opensearch === true) return measureDistant(options);
  const { json } = options;
  const rows: Row[] = [];
  const report = (row: Row) => {
    rows.push(row);
    process.stdout.write(
      `${Object.entries(row)
        .map(([name, value]) => `${name} ${value}`)
        .join("  ")}\n`,
    );
  };
  for (const size of SIZES) {
    report(await measureTheme(size));
    if (size <= MINISEARCH_UP_TO) report(measureMiniSearch(size));
    report(await measureThread(size));
  }
  report(await measureThemes());
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

async function measureTheme(size: number): Promise<Row> {
  const author = createAuthor(1);
  const start = performance.now();
  const segments = segmentsBy(author, size);
  const buildSeconds = (performance.now() - start) / 1000;
  const cache = createIndexCache({
    create: createThemeIndex,
    maxBytes: 8192 * MEBIBYTE,
    load: () => sourceOf(segments),
  });

  const before = usedBytes();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cold = performance.now();
  const index = await cache.get(1, "v1");
  const coldSeconds = (performance.now() - cold) / 1000;
  delay.disable();

  const questions = Array.from({ length: QUESTIONS }, author.question);
  for (const question of questions.slice(0, 20)) index.search(question, { limit: 10 });
  const times = questions.map((question) => timed(() => index.search(question, { limit: 10 })));
  let segmentBytes = 0;
  for (const bytes of segments.values()) segmentBytes += bytes.length;
  return {
    set: `${size} passages`,
    engine: "footnote",
    p50Ms: round(percentile(times, 0.5)),
    p95Ms: round(percentile(times, 0.95)),
    coldSeconds: round(coldSeconds),
    longestHoldMs: round(delay.max / 1e6),
    memoryMiB: round((usedBytes() - before) / MEBIBYTE),
    estimatedMiB: round(index.bytes / MEBIBYTE),
    segmentsMiB: round(segmentBytes / MEBIBYTE),
    writeAndBuildSeconds: round(buildSeconds),
  };
}

async function measureThread(size: number): Promise<Row> {
  const author = createAuthor(1);
  const indexes = openThemeIndexes(madeUpSource({ seed: 1, size }), { eager: true });
  const ask = (question: string, id = 1) =>
    indexes.call("search", {
      theme: { company_id: 1, id, content_version: 1 },
      question,
      limit: 10,
      documents: null,
    });
  await ask("anything", 2); // once the thread has generated its passages
  usedBytes(); // collects the garbage of earlier measurements first
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await wait(IDLE_MS);
  const idleHoldMs = round(delay.max / 1e6);
  delay.reset();
  let ownHoldMs = 0;
  const own = watchOwnStalls((ms) => {
    ownHoldMs = Math.max(ownHoldMs, ms);
  });
  const cold = performance.now();
  await ask(author.question());
  const coldSeconds = (performance.now() - cold) / 1000;
  const times: number[] = [];
  for (let asked = 0; asked < QUESTIONS; asked++) {
    const start = performance.now();
    await ask(author.question());
    times.push(performance.now() - start);
  }
  delay.disable();
  own.stop();
  await indexes.close();
  return {
    set: `${size} passages`,
    engine: "footnote in its thread",
    p50Ms: round(percentile(times, 0.5)),
    p95Ms: round(percentile(times, 0.95)),
    coldSeconds: round(coldSeconds),
    longestHoldMs: round(delay.max / 1e6),
    heldP999Ms: round(delay.percentile(99.9) / 1e6),
    ownHoldMs: round(ownHoldMs),
    idleHoldMs,
  };
}

function measureMiniSearch(size: number): Row {
  const author = createAuthor(1);
  const corpus = Array.from({ length: size / PASSAGES_PER_DOCUMENT }, (_, number) =>
    author.document(number),
  ).flatMap(({ title, passages, ids }) =>
    passages.map(({ text }, passage) => ({ id: ids[passage] ?? "", title, text, doc: title })),
  );
  const before = usedBytes();
  const start = performance.now();
  const engine = miniSearch(corpus);
  const coldSeconds = (performance.now() - start) / 1000;
  const memory = usedBytes() - before;
  const questions = Array.from({ length: MINISEARCH_QUESTIONS }, author.question);
  const times = questions.map((question) => timed(() => engine.search(question, 10)));
  return {
    set: `${size} passages`,
    engine: "minisearch",
    p50Ms: round(percentile(times, 0.5)),
    p95Ms: round(percentile(times, 0.95)),
    coldSeconds: round(coldSeconds),
    memoryMiB: round(memory / MEBIBYTE),
  };
}

async function measureThemes(): Promise<Row> {
  const author = createAuthor(2);
  const random = randomFrom(3);
  const themes = Array.from({ length: THEMES }, (_, theme) => {
    const documents = Array.from({ length: 10 }, (_, number) => author.document(theme * 10 + number, 20));
    return new Map(documents.map((document, number) => [number, buildSegment(document)]));
  });
  const before = usedBytes();
  const cache = createIndexCache({
    create: createThemeIndex,
    maxBytes: CACHE_MIB * MEBIBYTE,
    load: (theme) => sourceOf(themes[theme] ?? new Map<number, Uint8Array>()),
  });
  const ask = async (theme: number) =>
    (await cache.get(theme, "v1")).search(author.question(), { limit: 10 });
  for (let theme = 0; theme < THEMES; theme++) await ask(theme);
  const times: number[] = [];
  for (let question = 0; question < THEMES; question++) {
    const start = performance.now();
    await ask(Math.floor(random() * THEMES));
    times.push(performance.now() - start);
  }
  return {
    set: `${THEMES} themes of 200 passages`,
    engine: "footnote",
    p50Ms: round(percentile(times, 0.5)),
    p95Ms: round(percentile(times, 0.95)),
    boundMiB: CACHE_MIB,
    themesHeld: cache.themes,
    memoryMiB: round((usedBytes() - before) / MEBIBYTE),
    estimatedMiB: round(cache.bytes / MEBIBYTE),
  };
}

function sourceOf(segments: ReadonlyMap<number, Uint8Array>) {
  return {
    contents: async () => [...segments.keys()].map((document) => ({ document, segment: document })),
    async *segments(keys: number[]) {
      for (const segment of keys) yield { segment, content: segments.get(segment) ?? new Uint8Array() };
    },
  };
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Memory in use after a full collection, so that two readings can be subtracted. */
function usedBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const round = (value: number) => Math.round(value * 100) / 100;
