import { writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { Request } from "#contract/kernel/endpoint.ts";
import { listInteractions } from "#contract/answering/interactions.ts";
import { getChatReport, getSpendReport } from "#contract/answering/reports.ts";
import type { BenchOptions } from "../options.ts";
import { withOwnDatabase } from "../product/own-database.ts";
import { startProduct, type Product } from "#testing/product.ts";
import { generated, generateYear } from "./reports/generate.ts";
import { percentile } from "../quality/retrieval/metrics.ts";

const repeats = 9;

type Row = {
  set: string;
  engine: "footnote";
  p50Ms: number;
  p95Ms: number;
  total?: number;
  peakMiB?: number;
};

/** A year of interactions, a million by default: reports, the list with its filters, and the export with the server's memory. */
export async function run({ json, interactions: count = "1000000" }: BenchOptions): Promise<void> {
  const interactions = Number(count);
  const rows: Row[] = [];
  await withOwnDatabase(async ({ client, environment }) => {
    // creates the super admin, who must be the first person
    await (await startProduct(environment)).stop();
    const companyId = await numberOf(client, "insert into companies (name) values ('Big') returning id as n");
    const workspaceId = await numberOf(
      client,
      `insert into workspaces (company_id, name) values (${companyId}, 'Main') returning id as n`,
    );
    const began = performance.now();
    await generateYear(client, { company: companyId, workspace: workspaceId, interactions });
    say(`generated ${interactions.toLocaleString("en")} interactions`, began);
    const settling = performance.now();
    const product = await startProduct(environment);
    try {
      await untilSettled(client);
      say(`started and settled ${generated.days} days`, settling);
      await client.query("vacuum analyze report_days");
      await client.query("vacuum analyze report_months");
      const agent = await numberOf(client, "select min(user_id) as n from interactions");
      const theme = await numberOf(client, "select min(theme_id) as n from interactions");
      const day = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10);
      const report = (query: Request<typeof getChatReport>) => () =>
        product.call(getChatReport, { timeZone: "America/New_York", ...query });
      const list = (query: Request<typeof listInteractions>) => () =>
        product.call(listInteractions, { page: 1, ...query });
      const calls: Record<string, () => Promise<Answer>> = {
        "report 7 days": report({ companyId, period: "7" }),
        "report 30 days": report({ companyId, period: "30" }),
        "report 90 days": report({ companyId, period: "90" }),
        "report 1 year": report({ companyId, period: "365" }),
        "report 1 year, Kathmandu": report({ companyId, period: "365", timeZone: "Asia/Kathmandu" }),
        "report 1 year, all companies": report({ period: "365" }),
        "spend 1 year": () => product.call(getSpendReport, { companyId, period: "365" }),
        "interactions, no filter": list({ companyId }),
        "interactions, all companies": list({}),
        "interactions, theme": list({ companyId, themeId: theme }),
        "interactions, person": list({ companyId, userId: agent }),
        "interactions, workspace": list({ companyId, workspaceId }),
        "interactions, one day": list({ companyId, from: day, to: day, timeZone: "America/New_York" }),
        "interactions, rated bad": list({ companyId, rating: "bad" }),
        "interactions, abstained": list({ companyId, outcome: "abstained" }),
        "interactions, model": list({ companyId, model: "gpt-1" }),
        "interactions, tag": list({ companyId, tag: "topic 7" }),
        "interactions, reviewed": list({ companyId, reviewed: "true" }),
        "interactions, words": list({ companyId, search: "product line 713" }),
        "interactions, sorted by agent": list({ companyId, sort: "agent" }),
        "interactions, page 100,000": list({ companyId, page: 100_000, pageSize: 10 }),
      };
      process.stdout.write(`${"call".padEnd(34)}   p50 ms   p95 ms      total\n`);
      for (const [name, call] of Object.entries(calls)) rows.push(await measure(name, call));
      // a tenth first: if memory grew with the rows, the whole would take ten times as much
      const exported = `/api/admin/interactions/export?companyId=${companyId}`;
      rows.push(await exportAll(product, "export, rated bad", `${exported}&rating=bad`));
      rows.push(await exportAll(product, "export", exported));
      rows.push(await exportAll(product, "export, again", exported));
    } finally {
      await product.stop();
    }
  });
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

/** A report or a list, each with its number of interactions; the spend has none. */
type Answer = object & { total?: number; totalInteractions?: number };

async function measure(name: string, call: () => Promise<Answer>): Promise<Row> {
  const times: number[] = [];
  let total: number | undefined;
  for (let n = 0; n < repeats; n += 1) {
    const asked = performance.now();
    const answer = await call();
    times.push(performance.now() - asked);
    total = answer.total ?? answer.totalInteractions;
  }
  const row: Row = {
    set: name,
    engine: "footnote",
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    ...(total === undefined ? {} : { total }),
  };
  process.stdout.write(
    `${name.padEnd(34)} ${row.p50Ms.toFixed(0).padStart(8)} ${row.p95Ms.toFixed(0).padStart(8)} ${(total ?? "").toLocaleString("en").padStart(10)}\n`,
  );
  return row;
}

/** Reads the export as a browser does, and records the server's resident memory meanwhile. */
async function exportAll(product: Product, name: string, path: string): Promise<Row> {
  const before = product.residentMiB().server;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, product.residentMiB().server)), 100);
  const began = performance.now();
  const response = await fetch(product.url + path, {
    headers: { authorization: `Bearer ${product.token}` },
  });
  if (!response.ok || response.body === null) throw new Error(`the export answered ${response.status}`);
  let bytes = 0;
  let lines = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1000;
  process.stdout.write(
    `${name}: ${(lines - 1).toLocaleString("en")} lines, ${(bytes / 2 ** 20).toFixed(0)} MiB in ${seconds.toFixed(1)} s; server ${before.toFixed(0)} MiB before, ${peak.toFixed(0)} MiB at most, ${product.residentMiB().server.toFixed(0)} MiB after\n`,
  );
  return {
    set: name,
    engine: "footnote",
    p50Ms: seconds * 1000,
    p95Ms: seconds * 1000,
    total: lines - 1,
    peakMiB: peak,
  };
}

async function untilSettled(client: pg.Client): Promise<void> {
  for (;;) {
    const left = await numberOf(
      client,
      `select count(*) as n from generate_series((select min(created_at) from interactions)::date, (now() - interval '1 hour')::date - 1, interval '1 day') as over(day)
       where not exists (select 1 from report_settled s where s.day = over.day::date)`,
    );
    // sums of months come last
    if (left === 0 && (await unsummed(client)) === 0) return;
    await wait(100);
  }
}

const unsummed = (client: pg.Client) =>
  numberOf(
    client,
    `select count(distinct date_trunc('month', day)) as n from report_settled s
     where day < date_trunc('month', now()) and date_trunc('month', day)::date not in (select month from report_settled_months)`,
  );

async function numberOf(client: pg.Client, text: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(text);
  return Number(rows[0]?.n);
}

function say(what: string, began: number): void {
  process.stdout.write(`${what} in ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
}
