import { writeFileSync } from "node:fs";
import { ask } from "#contract/answers.ts";
import { getHealth } from "#contract/health.ts";
import { listInteractions } from "#contract/interactions.ts";
import { listThemes } from "#contract/themes.ts";
import { getCurrentUser } from "#contract/users.ts";
import type { BenchOptions } from "../options.ts";
import { numberedPolicy } from "../product/numbered-policy.ts";
import { startProduct } from "#testing/product.ts";
import { people, throughputOf } from "./throughput.ts";
import type { Throughput } from "./throughput.ts";

const secondsPerRoute = 5;

/**
 * Throughput and latency per route with twenty concurrent users, each sending the next request after the last response.
 */
export async function run({ json }: BenchOptions): Promise<void> {
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
          userQuery: `How many days to return products of line ${(n % 60) + 1}?`,
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
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}
