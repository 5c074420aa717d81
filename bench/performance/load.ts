import { writeFileSync } from "node:fs";
import type { BenchOptions } from "../options.ts";
import { numberedPolicy } from "../product/numbered-policy.ts";
import { startProduct } from "../product/product.ts";
import { percentile } from "../quality/retrieval/metrics.ts";

const people = 20;
const secondsPerRoute = 5;

type Row = {
  set: string;
  engine: "footnote";
  requestsPerSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  errors: number;
};

/**
 * Throughput and latency per route with twenty concurrent users, each sending the next request after the last response.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const product = await startProduct();
  const rows: Row[] = [];
  try {
    const theme = await product.newTheme("load");
    await product.upload(theme, [
      { name: "Returns.txt", bytes: new TextEncoder().encode(numberedPolicy(60)) },
    ]);
    const routes: Record<string, (n: number) => Promise<unknown>> = {
      "GET /api/health": () => product.call("GET", "/api/health"),
      "GET /api/users/me": () => product.call("GET", "/api/users/me"),
      "GET /api/themes": () => product.call("GET", "/api/themes"),
      "POST /api/chat": (n) =>
        product.call("POST", "/api/chat", {
          themeId: theme,
          userQuery: `How many days to return products of line ${(n % 60) + 1}?`,
          sessionId: `load-${n}`,
        }),
      "GET /api/admin/interactions": () => product.call("GET", "/api/admin/interactions?page=1"),
    };
    process.stdout.write(
      `${"route".padEnd(30)}  requests/s   p50 ms   p95 ms   p99 ms  errors   (${people} people)\n`,
    );
    for (const [route, ask] of Object.entries(routes)) {
      const row = await press(route, ask);
      rows.push(row);
      process.stdout.write(
        `${route.padEnd(30)}  ${row.requestsPerSecond.toFixed(0).padStart(10)}  ${[row.p50Ms, row.p95Ms, row.p99Ms].map((ms) => ms.toFixed(1).padStart(7)).join("  ")}  ${String(row.errors).padStart(6)}\n`,
      );
    }
  } finally {
    await product.stop();
  }
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

async function press(route: string, ask: (n: number) => Promise<unknown>): Promise<Row> {
  const times: number[] = [];
  let errors = 0;
  let count = 0;
  for (let n = 0; n < 20; n++) await ask(n);
  const started = performance.now();
  const until = started + secondsPerRoute * 1000;
  await Promise.all(
    Array.from({ length: people }, async () => {
      while (performance.now() < until) {
        const asked = performance.now();
        await ask(count++).catch(() => (errors += 1));
        times.push(performance.now() - asked);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  return {
    set: route,
    engine: "footnote",
    requestsPerSecond: times.length / seconds,
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    p99Ms: percentile(times, 0.99),
    errors,
  };
}
