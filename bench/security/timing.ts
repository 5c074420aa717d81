import { writeFileSync } from "node:fs";
import { createCompany } from "#contract/identity/companies.ts";
import { createTheme } from "#contract/knowledge/themes.ts";
import { createWorkspace } from "#contract/identity/workspaces.ts";
import type { BenchOptions } from "../options.ts";
import { buildPeople } from "../product/people.ts";
import { percentile } from "../quality/retrieval/metrics.ts";
import { startProduct } from "#testing/product.ts";

const pairs = 200;

/**
 * Information that a call's time reveals about an address or an id: alternating pairs, the median of each side, their
 * difference.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const product = await startProduct();
  const rows: Record<string, unknown>[] = [];
  try {
    const people = await buildPeople(product);
    const other = await product.call(createCompany, { name: "Other" });
    const workspace = await product.call(createWorkspace, { name: "Other", companyId: other.id });
    const theme = await product.call(createTheme, { name: "Other", workspaceId: workspace.id });
    const post = (path: string, body: object) => timed(product.url, path, { method: "POST", body });
    const get = (path: string) => timed(product.url, path, { token: people.admin });
    const nobody = () => `nobody-${Math.random().toString(36).slice(2)}@fuzzed.example`;
    const measures: [string, number, (() => Promise<number>)[]][] = [
      [
        "sign-in: known / unknown address",
        10,
        [
          () => post("/api/auth/login", { email: people.adminEmail, password: "not the password" }),
          () => post("/api/auth/login", { email: nobody(), password: "not the password" }),
        ],
      ],
      [
        "reset: known / unknown address",
        10,
        [
          () => post("/api/auth/forgot-password", { email: people.adminEmail }),
          () => post("/api/auth/forgot-password", { email: nobody() }),
        ],
      ],
      [
        "theme: foreign / absent id",
        5,
        [() => get(`/api/themes/${theme.id}`), () => get("/api/themes/2000000000")],
      ],
      [
        "workspace: foreign / absent id",
        5,
        [() => get(`/api/workspaces/${workspace.id}/stats`), () => get("/api/workspaces/2000000000/stats")],
      ],
      [
        "user: foreign / absent id",
        5,
        [
          () => get("/api/users/1/workspace-assignments"),
          () => get("/api/users/2000000000/workspace-assignments"),
        ],
      ],
    ];
    process.stdout.write(`${"".padEnd(36)}  first ms  second ms  apart ms  allowed\n`);
    for (const [name, allowed, sides] of measures) {
      const [first = 0, second = 0] = await inTurns(sides);
      const apart = Math.abs(first - second);
      rows.push({
        set: name,
        engine: "footnote",
        firstMs: first,
        secondMs: second,
        apartMs: apart,
        allowedMs: allowed,
      });
      process.stdout.write(
        `${name.padEnd(36)}  ${first.toFixed(2).padStart(8)}  ${second.toFixed(2).padStart(9)}  ${apart.toFixed(2).padStart(8)}  ${allowed.toFixed(0).padStart(7)}\n`,
      );
      if (apart >= allowed) throw new Error(`${name}: the response time reveals it.`);
    }
  } finally {
    await product.stop();
  }
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

/** Medians of each side; the sides alternate, and so does the order. */
async function inTurns(sides: (() => Promise<number>)[]): Promise<number[]> {
  const times: number[][] = sides.map(() => []);
  for (let n = 0; n < 20; n++) for (const side of sides) await side();
  for (let n = 0; n < pairs; n++) {
    const order = n % 2 === 0 ? [...sides.keys()] : [...sides.keys()].toReversed();
    for (const at of order) times[at]?.push((await sides[at]?.()) ?? 0);
  }
  return times.map((side) => percentile(side, 0.5));
}

async function timed(
  url: string,
  path: string,
  { method = "GET", token, body }: { method?: string; token?: string; body?: object },
): Promise<number> {
  const started = performance.now();
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await response.text();
  return performance.now() - started;
}
