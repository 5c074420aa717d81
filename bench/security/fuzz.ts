import { dataAt } from "#testing/sets.ts";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import { endpoints } from "#contract/api.ts";
import { fuzzWithClock } from "./fuzz-clock.ts";
import type { BenchOptions } from "../options.ts";
import { buildPeople, type People } from "../product/people.ts";
import { percentile } from "../quality/retrieval/metrics.ts";
import { startProduct } from "#testing/product.ts";

/** Twice the promise (P6: 10,000), so that every route gets every list in every position. */
const leastRequests = 12_000;
const atOnce = 12;

/** Internals of the program that no response may reveal. */
const inside =
  /node_modules|\bat .*\.[tj]s:\d|\bselect .* from |\binsert into |kysely|postgres|syntax error|ECONN|\/(home|root|tmp|usr|work)\//i;

type Sent = { method: string; path: string; status: number; problem: string | null };

/**
 * Attack lists through every route of the real program: in paths, queries, bodies, whole bodies, headers and file names, as
 * each role. Prints the number of requests, faults, responses that reveal internals, and the latency of a health call
 * meanwhile.
 */
export async function run({ data, json }: BenchOptions): Promise<void> {
  const clock = fuzzWithClock();
  process.stdout.write(
    `${clock.rounds} long and repetitive texts read: p99 ${clock.p99Ms} ms, slowest ${clock.slowestMs} ms (limit 500)\n`,
  );
  const lists = readLists(dataAt("attacks", data));
  const product = await startProduct();
  const sent: Sent[] = [];
  try {
    const people = await buildPeople(product);
    const health = watchHealth(product.url);
    const jobs = [...requests(lists, people)];
    let next = 0;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let job = jobs[next++]; job !== undefined; job = jobs[next++])
          sent.push(await send(product.url, job));
      }),
    );
    const times = await health.stop();
    const faults = sent.filter(({ status }) => status >= 500);
    const shown = sent.filter(({ problem }) => problem !== null);
    const lost = sent.filter(({ status }) => status === 0);
    const row = {
      set: "fuzz",
      engine: "footnote",
      requests: sent.length,
      routes: new Set(sent.map(({ method, path }) => `${method} ${path}`)).size,
      faults: faults.length,
      unanswered: lost.length,
      showInside: shown.length,
      healthP99Ms: percentile(times, 0.99),
      healthCalls: times.length,
      clockSlowestMs: clock.slowestMs,
      clockP99Ms: clock.p99Ms,
    };
    process.stdout.write(
      `${row.requests} requests over ${row.routes} routes with ${lists.length} attack strings\n` +
        `5xx ${row.faults}   unanswered ${row.unanswered}   bodies that reveal internals ${row.showInside}\n` +
        `health meanwhile: ${row.healthCalls} calls, p99 ${row.healthP99Ms.toFixed(1)} ms\n`,
    );
    for (const { method, path, status, problem } of [...faults, ...shown, ...lost].slice(0, 20))
      process.stdout.write(`  ${status} ${method} ${path} ${problem ?? ""}\n`);
    if (json) writeFileSync(json, `${JSON.stringify([row], null, 2)}\n`);
    if (row.faults + row.unanswered + row.showInside > 0)
      throw new Error("The program did not withstand all of it.");
  } finally {
    await product.stop();
  }
}

type Job = {
  spec: EndpointSpec;
  path: string;
  token: string | null;
  headers?: Record<string, string>;
  body?: string | FormData;
};

/** Rounds over all routes, each with the next strings, until every list was used and the number is reached. */
function* requests(lists: string[], people: People): Generator<Job> {
  let at = 0;
  let made = 0;
  const take = () => lists[at++ % lists.length] ?? "";
  const tokens = [people.superAdmin, people.admin, people.agent, null];
  const specs = endpoints
    .map(({ spec }) => spec)
    .filter(
      (spec) =>
        spec.answers !== "events" && !/logout|end-others|second-factor|change-password/.test(spec.path),
    );
  for (let round = 0; made < leastRequests || at < lists.length; round++) {
    for (const spec of specs) {
      const token = tokens[(round + made) % tokens.length] ?? null;
      const plain = spec.path.replace(/:\w+/g, String(people.themeId));
      for (const job of variants(spec, plain, token, take)) {
        made += 1;
        yield job;
      }
    }
  }
}

function* variants(
  spec: EndpointSpec,
  plain: string,
  token: string | null,
  take: () => string,
): Generator<Job> {
  const query = new URLSearchParams(Object.keys(spec.query?.shape ?? {}).map((name) => [name, take()]));
  query.set(take().slice(0, 40) || "x", take());
  yield { spec, path: `${plain}?${query}`, token };
  if (spec.path.includes(":"))
    yield { spec, path: spec.path.replace(/:\w+/g, () => encodeURIComponent(take())), token };
  yield {
    spec,
    path: plain,
    token,
    headers: { "x-company-id": headerOf(take()), "accept-language": headerOf(take()) },
  };
  if (spec.method === "GET") return;
  if (spec.uploads !== undefined) {
    const form = new FormData();
    form.append(take().slice(0, 60) || "files", new Blob([take()]), take().slice(0, 200) || "x.txt");
    yield { spec, path: plain, token, body: form };
    return;
  }
  const fields = spec.body instanceof z.ZodObject ? Object.keys(spec.body.shape) : ["x"];
  yield {
    spec,
    path: plain,
    token,
    body: JSON.stringify(Object.fromEntries(fields.map((name) => [name, take()]))),
  };
  yield {
    spec,
    path: plain,
    token,
    body: JSON.stringify(Object.fromEntries(fields.map((name) => [name, { [take() || "k"]: [take()] }]))),
  };
  // not valid JSON
  yield { spec, path: plain, token, body: take() };
}

const headerOf = (text: string) => text.replace(/[^\x20-\x7e]/g, "").slice(0, 400);

async function send(url: string, { spec, path, token, headers, body }: Job): Promise<Sent> {
  const sent = { method: spec.method, path: spec.path };
  try {
    const response = await fetch(url + path.slice(0, 12_000), {
      method: spec.method,
      headers: {
        ...headers,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
      },
      ...(body === undefined ? {} : { body }),
      redirect: "manual",
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    const found = response.status >= 400 ? inside.exec(text)?.[0] : undefined;
    return {
      ...sent,
      status: response.status,
      problem: found ?? (response.status >= 500 ? text.slice(0, 200) : null),
    };
  } catch (error) {
    return { ...sent, status: 0, problem: String(error) };
  }
}

/** Checks twenty times a second whether the program still serves. */
function watchHealth(url: string): { stop(): Promise<number[]> } {
  const times: number[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const started = performance.now();
      await fetch(`${url}/api/health`).then((response) => response.text());
      times.push(performance.now() - started);
      await wait(50);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return times;
    },
  };
}

function readLists(folder: string): string[] {
  const names = ["sqli.txt", "path-traversal.txt", "xss.txt", "json-fuzz.txt", "url-redirect-ssrf.txt"];
  const texts = names.map((name) => join(folder, name)).filter((path) => existsSync(path));
  if (texts.length < names.length)
    throw new Error(`The attack lists are not in ${folder}; name their folder with --data.`);
  const naughty = JSON.parse(readFileSync(join(folder, "naughty-strings.json"), "utf8")) as string[];
  const prompts = JSON.parse(readFileSync(join(folder, "prompt-injection.json"), "utf8")) as {
    text: string;
  }[];
  return [
    ...texts.flatMap((path) => readFileSync(path, "utf8").split("\n").filter(Boolean)),
    ...naughty,
    ...prompts.map(({ text }) => text),
  ];
}
