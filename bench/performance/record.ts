import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Request } from "#contract/kernel/endpoint.ts";
import { listRecord } from "#contract/evidence/record.ts";
import { countDue, listDue } from "#contract/evidence/retention.ts";
import { jobCaller, systemCaller } from "#server/kernel/callers.ts";
import { getBundle, insertBundle } from "#server/evidence/record/bundle-store.ts";
import { storeHeads } from "#server/evidence/record/store-heads.ts";
import { makeBundle } from "#server/evidence/record/make-bundle.ts";
import { newestHead } from "#server/evidence/record/head-store.ts";
import { pemOf } from "#server/evidence/record/note.ts";
import { runCheck } from "#server/evidence/record/run-check.ts";
import { findCheck } from "#server/evidence/record/check-store.ts";
import { commitTo, insertManifest, sha256 } from "#server/answering/answers/manifest-store.ts";
import { startCheck } from "#server/evidence/record/start-check.ts";
import { eraseDue } from "#server/evidence/retention/erase.ts";
import type { Services } from "#server/kernel/services.ts";
import { writeEvents } from "#testing/write-events.ts";
import { percentile } from "../quality/retrieval/metrics.ts";
import type { BenchOptions } from "../options.ts";
import { openServicesOn, withOwnDatabase, type OwnDatabase } from "../product/own-database.ts";
import { startProduct } from "#testing/product.ts";
import { reportTimes, type Timed } from "./timed.ts";

const bundled = 100_000;
const listed = 1_000_000;
const companies = 1_000;
/** Counted twice: of a server that has just started, which compiles its code and plans its statements, and later. */
const questions = 400;

/**
 * The cost of recording a question, a bundle in the verifier, a check, a million events by each filter and in an erasure,
 * idle companies.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const rows: Timed[] = [];
  const folder = mkdtempSync(join(tmpdir(), "footnote-bench-record-"));
  await withOwnDatabase(async (database) => {
    // creates the super admin, who must be the first person
    await (await startProduct(database.environment)).stop();
    const open = () => openServicesOn(database, folder);
    const services = await open();
    try {
      rows.push(...(await recording(database, services)));
      rows.push(...(await verifying(database, services, folder)));
      rows.push(await idling(database, services));
    } finally {
      await services.close();
    }
    const million = await newMillion(database);
    rows.push(...(await listing(database, million)));
    const again = await open();
    try {
      rows.push(...(await erasing(database, again, million)));
    } finally {
      await again.close();
    }
  });
  rmSync(folder, { recursive: true, force: true });
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

async function newCompany({ client }: OwnDatabase, name: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into companies (name) values ('${name}') returning id`,
  );
  return rows[0]?.id ?? 0;
}

/** A minimal interaction, so that a manifest can refer to it. */
async function newInteractions({ client }: OwnDatabase, company: number, count: number): Promise<number[]> {
  await client.query("set session_replication_role = replica");
  const { rows } = await client.query<{ id: number }>(
    `insert into interactions (company_id, theme_id, user_id, user_role, session_id, question, mode)
     select ${company}, 1, 1, 'agent', 's', 'How many days?', 'extractive' from generate_series(1, ${count}) returning id`,
  );
  await client.query("set session_replication_role = origin");
  return rows.map(({ id }) => id);
}

const passage = "Opened products may be returned within 14 days of delivery, against the receipt. ".repeat(
  12,
);

const asker = commitTo({ name: "Bench", email: "bench@example.com" });

function manifestOf(company: number, interaction: number) {
  const sources = Array.from({ length: 12 }, (_, n) => ({
    rank: n + 1,
    marker: n < 3 ? n + 1 : null,
    document: n + 1,
    name: `Returns Policy ${n}.pdf`,
    version: 1,
    file: sha256(String(n)).toString("hex"),
    passage: { ordinal: n, sha256: sha256(`${passage}${n}`).toString("hex") },
    section: "Returns › Opened products",
    page: n,
    pageIndex: n,
    quote: passage.slice(0, 200),
  }));
  return {
    ...{ form: "footnote-manifest/2", company, interaction, question: "How many days?", outcome: "answered" },
    asker: { id: 1, role: "agent", identity: asker.identity },
    theme: {
      id: 1,
      name: "Returns",
      purpose: sha256("p").toString("hex"),
      instructions: sha256("i").toString("hex"),
      tags: sha256("t").toString("hex"),
    },
    ...{
      askedAt: "2026-01-01T00:00:00.000Z",
      answeredAt: "2026-01-01T00:00:01.000Z",
      build: "0",
      reason: null,
    },
    ...{ answer: passage, claims: [], sources },
  };
}

/**
 * Two transactions, as for a question, with and without recording, alternating so that both meet the same conditions.
 */
async function recording(database: OwnDatabase, services: Services): Promise<Timed[]> {
  const company = await newCompany(database, "Recording");
  const ids = await newInteractions(database, company, 2 * questions);
  const caller = jobCaller(services, "bench", company);
  const timed = async (interaction: number, isRecorded: boolean) => {
    const began = performance.now();
    await caller.transact(async (ctx) => {
      await ctx.db.updateTable("companies").set({ description: "asked" }).where("id", "=", company).execute();
      if (isRecorded) ctx.audit({ action: "question.ask", target: { type: "interaction", id: interaction } });
    });
    await caller.transact(async (ctx) => {
      await ctx.db
        .updateTable("companies")
        .set({ description: "answered" })
        .where("id", "=", company)
        .execute();
      if (!isRecorded) return;
      const manifest = await insertManifest(
        ctx,
        { companyId: company, id: interaction },
        manifestOf(company, interaction),
        { texts: ["p", "i", "t"], asker },
      );
      ctx.audit({ action: "question.answer", target: { type: "interaction", id: interaction }, manifest });
    });
    return performance.now() - began;
  };
  const rows: Timed[] = [];
  for (const [name, some] of [
    ["in a fresh process", ids.slice(0, questions)],
    ["later", ids.slice(questions)],
  ] as const) {
    const without: number[] = [];
    const withRecord: number[] = [];
    for (const id of some) {
      without.push(await timed(id, false));
      withRecord.push(await timed(id, true));
    }
    const base = percentile(without, 0.5);
    reportTimes(`two transactions of a question, unrecorded, ${name}`, without);
    reportTimes(`the same, recorded, ${name}`, withRecord);
    rows.push(
      reportTimes(
        `what recording adds to them, ${name}`,
        withRecord.map((time) => time - base),
      ),
    );
  }
  return rows;
}

async function verifying(database: OwnDatabase, services: Services, folder: string): Promise<Timed[]> {
  const system = systemCaller(services, "bench");
  const company = await newCompany(database, "Bundle");
  const answers = 1_000;
  const began = performance.now();
  await writeEvents({ services }, company, bundled - answers, (n) => ({
    before: { name: `Returns Policy ${n}`, tags: ["Coastal", "Fees"] },
    after: { name: `Returns Policy ${n + 1}`, tags: ["Coastal"] },
  }));
  process.stdout.write(
    `${(bundled - answers).toLocaleString("en")} events written in ${((performance.now() - began) / 1000).toFixed(1)} s\n`,
  );
  const checking = performance.now();
  const check = await system.transact((ctx) => startCheck(ctx, company, null));
  await runCheck(services, check);
  const checked = performance.now() - checking;
  if ((await system.transact((ctx) => findCheck(ctx, check)))?.outcome !== "intact")
    throw new Error("the log is not intact");
  for (const id of await newInteractions(database, company, answers))
    await jobCaller(services, "bench", company).transact(async (ctx) => {
      const texts = ["p", "i", "t", ...Array.from({ length: 12 }, (_, n) => `${passage}${n}`)];
      const manifest = await insertManifest(ctx, { companyId: company, id }, manifestOf(company, id), {
        texts,
        asker,
      });
      ctx.audit({ action: "question.answer", target: { type: "interaction", id }, manifest });
    });
  await storeHeads(services);
  const row = await system.transact((ctx) => insertBundle(ctx, company, 1, {}));
  const making = performance.now();
  await makeBundle(services, { companyId: company, bundleId: row.id });
  const made = performance.now() - making;
  const ready = await system.transact((ctx) => getBundle(ctx, row.id));
  if (ready.file_key === null) throw new Error("the bundle was not made");
  const zip = join(folder, "bundle.zip");
  const key = join(folder, "key.pem");
  writeFileSync(zip, await buffer(await services.files.read(ready.file_key)));
  const head = await system.transact((ctx) => newestHead(ctx, company));
  writeFileSync(key, pemOf(head?.public_key ?? Buffer.alloc(32)));
  const verifying = performance.now();
  const said = execFileSync(process.execPath, ["verifier/footnote-verify.mjs", zip, "--key", key], {
    encoding: "utf8",
  });
  const verified = performance.now() - verifying;
  process.stdout.write(said);
  process.stdout.write(`bundle of ${((ready.file_size ?? 0) / 2 ** 20).toFixed(1)} MiB\n`);
  return [
    reportTimes(`making a bundle of ${bundled.toLocaleString("en")} events`, [made]),
    reportTimes("verifying it with the stand-alone program", [verified]),
    reportTimes(`checking a log of ${(bundled - answers).toLocaleString("en")} events`, [checked]),
  ];
}

/** Companies that wrote once: a minute without events. */
async function idling({ client }: OwnDatabase, services: Services): Promise<Timed> {
  const { rows } = await client.query<{ id: number }>(
    `insert into companies (name) select 'Idle ' || n from generate_series(1, ${companies}) n returning id`,
  );
  for (const { id } of rows) await writeEvents({ services }, id, 1);
  await storeHeads(services);
  const before = await client.query<{ n: string }>("select count(*) as n from record_heads");
  const times: number[] = [];
  for (let n = 0; n < 30; n++) {
    const began = performance.now();
    await storeHeads(services);
    times.push(performance.now() - began);
  }
  const after = await client.query<{ n: string }>("select count(*) as n from record_heads");
  if (before.rows[0]?.n !== after.rows[0]?.n) throw new Error("idle companies were signed again");
  return reportTimes(`a minute of ${companies.toLocaleString("en")} idle companies`, times);
}

/** All of them older than the shortest period of retention. */
async function newMillion(database: OwnDatabase): Promise<number> {
  const { client } = database;
  const company = await newCompany(database, "Million");
  await client.query("set session_replication_role = replica");
  await client.query(
    `insert into audit_events (stream, seq, company_id, at, actor_type, actor_id, actor_role, actor_name, action,
       target_type, target_id, before, after, result, address, request_id, leaf, salt)
     select ${company}, n, ${company}, now() - interval '190 days' - (${listed} - n) * interval '20 seconds', 'user', 1 + n % 300, 'agent',
       'Person ' || n % 300, (array['question.ask', 'question.answer', 'answer.rate', 'session.start', 'document.upload', 'theme.update', 'call.refuse'])[1 + n % 7],
       (array['interaction', 'session', 'document', 'theme'])[1 + n % 4], (n % 5000)::text, null,
       jsonb_build_object('name', 'Thing ' || n), case when n % 97 = 0 then 'refused' else 'done' end, '10.0.0.1',
       md5(n::text), sha256(n::text::bytea), sha256(('s' || n)::bytea)
     from generate_series(1, ${listed}) n`,
  );
  await client.query(
    `insert into record_sizes (stream, company_id, seq, at) values (${company}, ${company}, ${listed}, now() - interval '190 days')`,
  );
  await client.query("set session_replication_role = origin");
  await client.query("vacuum analyze audit_events");
  return company;
}

async function listing(database: OwnDatabase, company: number): Promise<Timed[]> {
  const product = await startProduct(database.environment);
  const day = new Date(Date.now() - 290 * 86_400_000).toISOString().slice(0, 10);
  const filters: Record<string, Request<typeof listRecord>> = {
    "first page": {},
    "page in the middle": { before: 500_000 },
    "a person": { actorId: 17 },
    "an action": { action: "document.upload" },
    "a target": { targetType: "theme", targetId: "3" },
    "what was refused": { result: "refused" },
    "a day": { from: day, to: day },
    "a day, a person": { from: day, to: day, actorId: 17 },
    "a person and an action": { actorId: 17, action: "answer.rate" },
    "an action that never occurred": { action: "none.such" },
    "words, found often": { text: "Person 17" },
    "words, found once": { text: "Thing 123456" },
    "words, never found": { text: "no such words" },
  };
  const rows: Timed[] = [];
  const timed = async (name: string, count: number, call: () => Promise<unknown>) => {
    const times: number[] = [];
    for (let n = 0; n < count; n++) {
      const asked = performance.now();
      await call();
      times.push(performance.now() - asked);
    }
    rows.push(reportTimes(`of a million events: ${name}`, times));
  };
  try {
    for (const [name, filter] of Object.entries(filters))
      await timed(name, 15, () => product.call(listRecord, { ...filter, companyId: company }));
    await timed("dry run of an erasure", 5, () => product.call(countDue, { events: 6, companyId: company }));
    await timed("its first page", 5, () =>
      product.call(listDue, { of: "events", months: 6, companyId: company }),
    );
  } finally {
    await product.stop();
  }
  return rows;
}

/** Two jobs of an erasure of everything, one after the other: the second must not be slower. */
async function erasing({ client }: OwnDatabase, services: Services, company: number): Promise<Timed[]> {
  await client.query(
    `insert into retention_periods (company_id, events, updated_at) values (${company}, 6, now())`,
  );
  const erased = async () => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from audit_events where stream = ${company} and salt is null`,
    );
    return rows[0]?.n ?? 0;
  };
  const rows: Timed[] = [];
  for (const name of ["first", "second"]) {
    const before = await erased();
    const began = performance.now();
    await eraseDue(services, { companyId: company });
    const took = performance.now() - began;
    const count = (await erased()) - before;
    rows.push(reportTimes(`${name} job of an erasure, ${count.toLocaleString("en")} events`, [took]));
  }
  process.stdout.write(`memory of the process: ${(process.memoryUsage.rss() / 2 ** 20).toFixed(0)} MiB\n`);
  return rows;
}
