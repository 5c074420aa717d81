import { writeFileSync } from "node:fs";
import { ask } from "#contract/answering/answers.ts";
import { getHealth } from "#contract/operation/health.ts";
import { listInteractions } from "#contract/answering/interactions.ts";
import { listThemes } from "#contract/knowledge/themes.ts";
import { getCurrentUser } from "#contract/identity/users.ts";
import type { BenchOptions } from "../options.ts";
import { numberedPolicy, questionOnLine } from "#testing/numbered-policy.ts";
import { load, startUnderLoad } from "#testing/load.ts";
import { startProduct } from "#testing/product.ts";
import { percentile } from "../quality/retrieval/metrics.ts";
import { people, throughputOf, type Throughput } from "./throughput.ts";

const secondsPerRoute = 5;
/** P27, for two processors and a provider that answers at once. */
const limits = [
  { set: "reads at 100 a second", of: "reads", mostMs: 250, load: { streams: 0, uploads: 0 } },
  { set: "first words in 20 streams", of: "firstWords", mostMs: 150, load: { streams: 20, uploads: 0 } },
  { set: "reads while 10 files are read", of: "reads", mostMs: 500, load: { streams: 20, uploads: 10 } },
] as const;
const secondsPerLimit = 20;

/**
 * Throughput and latency per route with twenty concurrent users, each sending the next request after the last response;
 * then P27's times.
 * @throws Error if one of them is exceeded
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const rows = [...(await byRoute()), ...(await byLimit())];
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
  const missed = rows.filter((row) => "mostMs" in row && row.p99Ms >= row.mostMs);
  if (missed.length > 0) throw new Error(`Too slow: ${missed.map(({ set }) => set).join(", ")}.`);
}

type Limited = { set: string; engine: "footnote"; p50Ms: number; p99Ms: number; mostMs: number };

async function byLimit(): Promise<Limited[]> {
  const { product, stop } = await startUnderLoad();
  const rows: Limited[] = [];
  try {
    process.stdout.write(`\n${"load".padEnd(30)}   count   p50 ms   p99 ms  limit ms\n`);
    for (const { set, of, mostMs, load: added } of limits) {
      const outcome = await load(product, { seconds: secondsPerLimit, readsPerSecond: 100, ...added });
      if (outcome.wrong.length > 0) throw new Error(`${set}: ${outcome.wrong[0]}`);
      const times = outcome[of];
      const row = {
        set,
        engine: "footnote" as const,
        p50Ms: percentile(times, 0.5),
        p99Ms: percentile(times, 0.99),
        mostMs,
      };
      rows.push(row);
      process.stdout.write(
        `${set.padEnd(30)}  ${String(times.length).padStart(6)}  ${row.p50Ms.toFixed(1).padStart(7)}  ${row.p99Ms.toFixed(1).padStart(7)}  ${String(mostMs).padStart(8)}\n`,
      );
    }
    return rows;
  } finally {
    await stop();
  }
}

async function byRoute(): Promise<Throughput[]> {
  const product = await startProduct();
  const rows: Throughput[] = [];
  try {
    const theme = await product.newTheme("load");
    await product.upload(theme, [
      { name: "Returns.txt", bytes: new TextEncoder().encode(numberedPolicy(60)) },
    ]);
    const routes: Record<string, (n: number) => Promise<unknown>> = {
      "GET /api/health": () => product.call(getHealth),
      "GET /api/users/me": () => product.call(getCurrentUser),
      "GET /api/themes": () => product.call(listThemes),
      "POST /api/chat": (n) =>
        product.call(ask, {
          themeId: theme,
          userQuery: questionOnLine(n, 60),
          sessionId: `load-${n}`,
        }),
      "GET /api/admin/interactions": () => product.call(listInteractions, { page: 1 }),
    };
    process.stdout.write(
      `${"route".padEnd(30)}  requests/s   p50 ms   p95 ms   p99 ms  errors   (${people} people)\n`,
    );
    for (const [route, ask] of Object.entries(routes)) {
      const row = await throughputOf(route, { seconds: secondsPerRoute, warmUp: 20 }, ask);
      rows.push(row);
      process.stdout.write(
        `${route.padEnd(30)}  ${row.requestsPerSecond.toFixed(0).padStart(10)}  ${[row.p50Ms, row.p95Ms, row.p99Ms].map((ms) => ms.toFixed(1).padStart(7)).join("  ")}  ${String(row.errors).padStart(6)}\n`,
      );
    }
  } finally {
    await product.stop();
  }
  return rows;
}
