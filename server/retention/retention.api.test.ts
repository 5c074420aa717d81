import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, listHistory } from "#contract/answers.ts";
import { deleteDocument, getDocumentFile, listVersions, replaceDocument } from "#contract/documents.ts";
import { createHold, liftHold, listHolds } from "#contract/holds.ts";
import { getInteraction } from "#contract/interactions.ts";
import {
  createRecordBundle,
  getRecordBundle,
  getRecordBundleFile,
  getRecordProof,
  listRecord,
} from "#contract/record.ts";
import { countDue, erasePerson, getRetention, listDue, setRetention } from "#contract/retention.ts";
import { deactivateUser, listUsers } from "#contract/users.ts";
import { workersOf } from "#server/jobs/jobs.ts";
import { commitment, detailsOf } from "#server/record/entry.ts";
import { eraseDue } from "./erase.ts";
import { startTestApp } from "#testing/app.ts";
import type { TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, formOf } from "#testing/build.ts";
import type { TestPerson } from "#testing/build.ts";
import { rowsOf } from "#testing/call.ts";
import { checkRecord } from "#testing/check-record.ts";
import { withClient } from "#testing/database.ts";
import { buildTheme, refundPolicy, untilRead } from "#testing/documents.ts";

/** P18: what is due goes, what is held stays, and the record tells one from the other. */
let app: TestApp;
const folder = mkdtempSync(join(tmpdir(), "footnote-retention-"));
const monthMs = 31 * 86_400_000;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  // erasure runs when a test says so
  await app.services.queue.work({ ...workersOf(app.services), erase: () => Promise.resolve() });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const question = "How many days does a customer have to return an unopened product?";

/** A company that asked three questions three years ago, and goes on today. */
async function oldCompany() {
  app.clock.advance(-36 * monthMs);
  const { companyId, workspaceId, admin: formerly, agent } = await buildCompany(app);
  const { theme, document } = await buildTheme(formerly, { companyWorkspaceId: workspaceId });
  const other = await buildTheme(formerly, { companyWorkspaceId: workspaceId, name: "Returns" });
  const put = async (themeId: number, person: TestPerson = formerly) =>
    (await person.call(ask, { themeId, userQuery: question, sessionId: "s" })).body.interactionId;
  const answers = [await put(theme.id), await put(theme.id), await put(other.theme.id)];
  app.clock.advance(36 * monthMs);
  const admin = await buildPerson(app, { role: "workspace_admin", companyId, workspaceIds: [workspaceId] });
  return { companyId, workspaceId, formerly, admin, agent, theme, document, other, answers, put };
}

const sql = <Row extends object>(statement: string, values: unknown[] = []) =>
  withClient(app.connection, async (client) => (await client.query<Row>(statement, values)).rows);
/** Past every trigger, as whoever holds the database. */
const tamper = (statement: string) =>
  withClient(app.connection, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(statement);
  });

const interactionsKept = async (companyId: number) =>
  (
    await sql<{ id: number }>(
      "select id from interactions where company_id = $1 and erased_at is null order by id",
      [companyId],
    )
  ).map(({ id }) => id);

async function verify(name: string, bytes: Buffer | string, key: string) {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  writeFileSync(join(folder, "key.pem"), key);
  const args = ["verifier/footnote-verify.mjs", path, "--key", join(folder, "key.pem")];
  try {
    return (await promisify(execFile)(process.execPath, args, { env: {} })).stdout;
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

async function bundleOf(admin: TestPerson, filters: object = {}): Promise<Buffer> {
  const { body } = await admin.call(createRecordBundle, filters);
  await expect
    .poll(async () => (await admin.call(getRecordBundle, { id: body.id })).body.status, { timeout: 30_000 })
    .toMatch(/ready|failed/);
  return (await admin.call(getRecordBundleFile, { id: body.id })).bytes;
}

test("everything is kept for ever until a company says otherwise, and never shorter than the floor", async () => {
  const { admin, companyId, answers } = await oldCompany();
  expect((await admin.call(getRetention, {})).body).toEqual({
    interactions: null,
    documents: null,
    events: null,
  });
  await eraseDue(app.services, { companyId });
  expect(await interactionsKept(companyId)).toEqual(answers);
  for (const interactions of [0, 5, 1.5, -1, 1201])
    expect((await admin.call(setRetention, { interactions })).status, String(interactions)).toBe(400);
  const { body } = await admin.call(setRetention, { interactions: 24 });
  expect(body).toEqual({ interactions: 24, documents: null, events: null });
  // the database keeps the floor too
  await expect(
    app.services.pools.of("platform", "calls").query("update retention_periods set interactions = 5"),
  ).rejects.toThrow(/check constraint/);
});

test("a dry run counts and lists what would go, and nothing goes by asking", async () => {
  const { admin, companyId, answers, theme, document } = await oldCompany();
  await admin.call(createHold, { themeId: theme.id, reason: "Suit 12/2026" });
  await admin.call(deleteDocument, { id: document.id });
  const { body } = await admin.call(countDue, { interactions: 24, events: 24 });
  expect(body.interactions).toEqual({ due: 1, held: 2 });
  expect(body.documents).toEqual({ due: 0, held: 0, cited: 0 });
  expect(body.events.due).toBeGreaterThan(3);
  const direct = await sql<{ count: number }>(
    "select count(*)::int as count from audit_events where stream = $1 and at < now() - interval '24 months'",
    [companyId],
  );
  expect(body.events.due + body.events.held).toBe(direct[0]?.count);
  const listed = await admin.call(listDue, { of: "interactions", months: 24 });
  expect(listed.body.rows.map(({ id, kept, name }) => ({ id, kept, name }))).toEqual([
    { id: answers[0], kept: "hold", name: "Refunds" },
    { id: answers[1], kept: "hold", name: "Refunds" },
    { id: answers[2], kept: null, name: "Returns" },
  ]);
  const page = await admin.call(listDue, { of: "interactions", months: 24, limit: 2 });
  expect(page.body.next).toBe(answers[1]);
  const rest = await admin.call(listDue, {
    of: "interactions",
    months: 24,
    limit: 2,
    after: page.body.next ?? 0,
  });
  expect(rest.body).toMatchObject({ rows: [{ id: answers[2] }], next: null });
  expect(await interactionsKept(companyId)).toEqual(answers);
  expect((await admin.call(countDue, { interactions: 48 })).body.interactions).toEqual({ due: 0, held: 0 });
});

test("what is due goes with its salt; log, proof and bundle verify and say when and under which period", async () => {
  const { admin, companyId, answers, theme, put } = await oldCompany();
  const young = await put(theme.id, admin);
  await admin.call(setRetention, { interactions: 24 });
  await eraseDue(app.services, { companyId });
  expect(await interactionsKept(companyId)).toEqual([young]);
  const left = await sql<{ words: string }>(
    `select (to_jsonb(i)::text || coalesce((select string_agg(to_jsonb(m)::text, '') from record_manifests m where m.interaction_id = i.id), '')
       || coalesce((select string_agg(to_jsonb(s)::text, '') from interaction_sources s where s.interaction_id = i.id), '')
       || coalesce((select string_agg(to_jsonb(e)::text, '') from audit_events e where e.target_type = 'interaction' and e.target_id = i.id::text), '')) as words
     from interactions i where i.company_id = $1 and i.id = any ($2)`,
    [companyId, answers],
  );
  expect(left).toHaveLength(3);
  for (const { words } of left)
    expect(words).not.toMatch(/unopened|30 days|Test workspace_admin|127\.0\.0\.1/);
  expect(await checkRecord(app, companyId)).toMatchObject({ outcome: "intact", erased: 3 });
  // gone from every list and dialog, on record still
  expect((await admin.call(getInteraction, { id: answers[0] ?? 0 })).status).toBe(404);
  expect((await admin.call(listHistory, {})).body.map(({ interactionId }) => interactionId)).toEqual([young]);
  const { body: proof } = await admin.call(getRecordProof, { interactionId: answers[0] ?? 0 });
  expect(proof.manifest).toEqual({ salt: null, content: null });
  const said = await verify("erased.proof.json", JSON.stringify(proof), proof.key);
  const today = app.services.clock.now().toISOString().slice(0, 10);
  expect(said).toMatch(/^VERIFIED/);
  expect(said).toContain(`erased on ${today} under retention of interactions (24 months); answers: 3`);
  // a bundle of the old days alone brings the erasure along
  const zip = await bundleOf(admin, { to: new Date(Date.now() - 30 * monthMs).toISOString().slice(0, 10) });
  const whole = await verify("erased.zip", zip, proof.key);
  expect(whole).toMatch(/^VERIFIED/);
  expect(whole).toContain(`erased on ${today} under retention of interactions (24 months); answers: 3`);
  // without the event that says so, the same proof is of something that was taken away
  const silent = await verify("silent.json", JSON.stringify({ ...proof, erasures: [] }), proof.key);
  expect(silent).toMatch(/^NOT VERIFIED {2}.*nothing on record says that it was erased/);
});

test("details of events go after their period; the events that say so stay, and the record reads on", async () => {
  const { admin, companyId } = await oldCompany();
  await admin.call(setRetention, { events: 12 });
  await eraseDue(app.services, { companyId });
  const [kept] = await sql<{ erased: number; named: number }>(
    `select count(*) filter (where salt is null)::int as erased,
            count(*) filter (where salt is null and (actor_name || address <> '' or before is not null or after is not null))::int as named
     from audit_events where stream = $1`,
    [companyId],
  );
  expect(kept?.erased).toBeGreaterThan(5);
  expect(kept?.named).toBe(0);
  expect(await checkRecord(app, companyId)).toMatchObject({ outcome: "intact" });
  const { body } = await admin.call(listRecord, { action: "retention.erase" });
  expect(body.rows).toHaveLength(1);
  expect(body.rows[0]).toMatchObject({ isErased: false, after: { of: "events", months: 12, answers: "" } });
  const old = await admin.call(listRecord, { action: "question.ask" });
  expect(old.body.rows[0]).toMatchObject({ isErased: true, before: null, after: null, address: "" });
  // again: nothing is left to do, and nothing is put on record
  await eraseDue(app.services, { companyId });
  expect((await admin.call(listRecord, { action: "retention.erase" })).body.rows).toHaveLength(1);
});

test("content that somebody deletes with SQL is found, also where an erasure deletes beside it", async () => {
  const { admin, companyId, answers, theme, put } = await oldCompany();
  const young = await put(theme.id, admin);
  await admin.call(setRetention, { interactions: 24 });
  await eraseDue(app.services, { companyId });
  const seqOf = async (id: number | undefined) =>
    (
      await sql<{ seq: number }>(
        "select seq::float8 as seq from audit_events where stream = $1 and target_id = $2 and manifest is not null",
        [companyId, String(id)],
      )
    )[0]?.seq;
  expect((await checkRecord(app, companyId)).problem).toBeNull();
  await tamper(`create table kept as select * from record_manifests where interaction_id = ${young}`);
  // an answer that was not due
  await tamper(
    `update record_manifests set content = null, salt = null, asker = null, asker_salt = null where interaction_id = ${young}`,
  );
  const seq = await seqOf(young);
  expect((await checkRecord(app, companyId)).problem).toEqual({ kind: "erased", from: seq, to: seq });
  // nor does the program hand over a proof or a bundle of it
  expect((await admin.call(getRecordProof, { interactionId: young })).status).toBe(409);
  await tamper(
    `update record_manifests m set content = k.content, salt = k.salt from kept k where m.interaction_id = k.interaction_id`,
  );
  // only who asked
  expect((await checkRecord(app, companyId)).problem).toEqual({ kind: "erased", from: seq, to: seq });
  await tamper(
    `update record_manifests m set asker = k.asker, asker_salt = k.asker_salt from kept k where m.interaction_id = k.interaction_id; drop table kept`,
  );
  expect((await checkRecord(app, companyId)).problem).toBeNull();
  // details of an event, with the right commitment in their place, as an erasure would leave them
  await tamper(`create table kept as select * from audit_events where stream = ${companyId} and seq = 1`);
  const [event] = await sql<Parameters<typeof detailsOf>[0] & { salt: Buffer }>(
    "select actor_name, address, before, after, salt from audit_events where stream = $1 and seq = 1",
    [companyId],
  );
  if (event === undefined) throw new Error("no first event");
  const left = commitment(event.salt, detailsOf(event)).toString("hex");
  await tamper(
    `update audit_events set salt = null, details = '\\x${left}', before = null, after = null,
       actor_name = '', address = '' where stream = ${companyId} and seq = 1`,
  );
  expect((await checkRecord(app, companyId)).problem).toEqual({ kind: "erased", from: 1, to: 1 });
  await tamper(
    `delete from audit_events where stream = ${companyId} and seq = 1; insert into audit_events select * from kept; drop table kept`,
  );
  expect((await checkRecord(app, companyId)).problem).toBeNull();
  // an erased answer that is given words again is not what was erased
  await tamper(
    `update audit_events set actor_name = 'Somebody' where stream = ${companyId} and seq = ${await seqOf(answers[0])}`,
  );
  expect((await checkRecord(app, companyId)).problem).toMatchObject({
    kind: "changed",
    from: await seqOf(answers[0]),
  });
});

test("a version out of force goes when no kept answer rests on it; its hash stays, and text lost otherwise is found", async () => {
  const { admin, companyId, workspaceId, document, answers } = await oldCompany();
  const quiet = await buildTheme(admin, { companyWorkspaceId: workspaceId, name: "Quiet" });
  app.clock.advance(-30 * monthMs);
  const then = await buildPerson(app, { role: "workspace_admin", companyId, workspaceIds: [workspaceId] });
  const replaced = { form: formOf({ name: "Refund Policy.txt", bytes: `${refundPolicy}\nNew.` }) };
  expect((await then.call(replaceDocument, { id: document.id }, replaced)).status).toBe(201);
  await untilRead(then, document.themeId);
  app.clock.advance(30 * monthMs);
  const text = async () =>
    (
      await sql<{ version: number; pages: number }>(
        `select v.version, count(p.*)::int as pages from document_versions v
         left join pages p on p.company_id = v.company_id and p.version_id = v.id
         where v.document_id = $1 group by v.version order by 1`,
        [document.id],
      )
    ).map(({ pages }) => pages > 0);
  // ready_at is the program's clock, which the test moved
  await admin.call(setRetention, { documents: 24 });
  expect((await admin.call(countDue, { documents: 24 })).body.documents).toEqual({
    due: 0,
    held: 0,
    cited: 1,
  });
  await eraseDue(app.services, { companyId });
  expect(await text()).toEqual([true, true]);
  await admin.call(setRetention, { interactions: 24 });
  const hold = await admin.call(createHold, { documentId: document.id, reason: "An audit" });
  await eraseDue(app.services, { companyId });
  // held: the answers that rest on it, and with them the version
  expect(await interactionsKept(companyId)).toEqual(answers.slice(0, 2));
  expect(await text()).toEqual([true, true]);
  await admin.call(liftHold, { id: hold.body.id, reason: "The audit is over" });
  const file = await sql<{ file_key: string }>(
    "select file_key from document_versions where document_id = $1 and version = 1",
    [document.id],
  );
  await eraseDue(app.services, { companyId });
  expect(await text()).toEqual([false, true]);
  await expect(app.services.files.read(file[0]?.file_key ?? "")).rejects.toThrow();
  const versions = await admin.call(listVersions, { id: document.id });
  expect(versions.body.find(({ version }) => version === 1)).toMatchObject({
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    statusReason: expect.stringContaining("was erased on") as string,
  });
  expect((await admin.call(getDocumentFile, { id: document.id, version: 1 })).status).toBe(409);
  expect(await checkRecord(app, companyId)).toMatchObject({ outcome: "intact" });
  // the newest version never goes, however old it is
  expect((await admin.call(countDue, { documents: 6 })).body.documents.due).toBe(0);
  await tamper(
    `delete from pages where version_id in (select id from document_versions where document_id = ${quiet.document.id})`,
  );
  const { problem } = await checkRecord(app, companyId);
  expect(problem).toMatchObject({ kind: "document" });
});

test("a hold that is set while an erasure runs stops it at the next batch, and what it lists stays", async () => {
  const { admin, companyId, theme, put, formerly } = await oldCompany();
  app.clock.advance(-36 * monthMs);
  for (let n = 0; n < 4; n++) await put(theme.id, formerly);
  app.clock.advance(36 * monthMs);
  await admin.call(setRetention, { interactions: 24 });
  const before = await interactionsKept(companyId);
  // whoever waits first for the lock of erasures gets it first: one batch, the hold, the next batch
  const [erasing, hold] = await withClient(app.connection, async (client) => {
    await client.query("select pg_advisory_lock(130, $1)", [companyId]);
    const waiting = async (count: number) =>
      expect
        .poll(
          async () =>
            (
              await sql<{ n: number }>(
                "select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted and classid = 130",
              )
            )[0]?.n,
          { timeout: 10_000, interval: 20 },
        )
        .toBe(count);
    const erased = eraseDue(app.services, { companyId }, 1);
    await waiting(1);
    const set = admin.call(createHold, { themeId: theme.id, reason: "Suit" });
    await waiting(2);
    await client.query("select pg_advisory_unlock(130, $1)", [companyId]);
    return Promise.all([erased, set]);
  });
  expect(erasing).toBeUndefined();
  expect(hold.status).toBe(201);
  const after = await interactionsKept(companyId);
  // one of the theme went before the hold, and the one of the other theme; all others stay
  expect(before).toHaveLength(7);
  expect(after).toHaveLength(5);
  const order = await sql<{ action: string; seq: number }>(
    "select action, seq from audit_events where stream = $1 and action in ('retention.erase', 'hold.set') order by seq",
    [companyId],
  );
  expect(order.map(({ action }) => action)).toEqual(["retention.erase", "hold.set", "retention.erase"]);
  // neither does another run
  await eraseDue(app.services, { companyId });
  expect(await interactionsKept(companyId)).toEqual(after);
  expect(await checkRecord(app, companyId)).toMatchObject({ outcome: "intact", erased: 2 });
});

test("a hold holds what meets all its conditions, says by whom, and is lifted once", async () => {
  const { admin, companyId, theme, formerly, answers, put } = await oldCompany();
  expect((await admin.call(createHold, { reason: "All" })).status).toBe(400);
  expect(
    (await admin.call(createHold, { reason: "Days", from: "2026-02-01", to: "2026-01-01" })).status,
  ).toBe(400);
  expect((await admin.call(createHold, { userId: formerly.id, reason: " " })).status).toBe(400);
  await put(theme.id, admin);
  const both = await admin.call(createHold, { userId: formerly.id, themeId: theme.id, reason: "Suit" });
  expect(both.body).toMatchObject({
    person: { id: formerly.id, name: "Test workspace_admin" },
    theme: { id: theme.id, name: "Refunds" },
    document: null,
    lifted: null,
  });
  expect((await admin.call(countDue, { interactions: 24 })).body.interactions).toEqual({ due: 1, held: 2 });
  const day = new Date(Date.now() - 36 * monthMs).toISOString().slice(0, 10);
  const period = await admin.call(createHold, { from: day, to: day, reason: "That day" });
  expect((await admin.call(countDue, { interactions: 24 })).body.interactions).toEqual({ due: 0, held: 3 });
  const lifted = await admin.call(liftHold, { id: period.body.id, reason: "Settled" });
  expect(lifted.body.lifted).toMatchObject({ by: "Test workspace_admin", reason: "Settled" });
  expect((await admin.call(liftHold, { id: period.body.id, reason: "Again" })).status).toBe(409);
  const listed = await admin.call(listHolds, {});
  expect(listed.body.rows.map(({ id }) => id)).toEqual([both.body.id, period.body.id]);
  expect(answers).toHaveLength(3);
  expect(companyId).toBeGreaterThan(0);
});

test("an erased person has a pseudonym in one row; their answers are proved as before, without their name", async () => {
  const { admin, companyId, formerly, answers, theme, agent } = await oldCompany();
  expect((await admin.call(erasePerson, { id: formerly.id })).error.error).toContain("Deactivate them first");
  await admin.call(deactivateUser, { id: formerly.id });
  const hold = await admin.call(createHold, { userId: formerly.id, reason: "Suit" });
  expect((await admin.call(erasePerson, { id: formerly.id })).error.error).toContain("A hold keeps");
  await admin.call(liftHold, { id: hold.body.id, reason: "Settled" });
  const { body } = await admin.call(erasePerson, { id: formerly.id });
  expect(body.pseudonym).toMatch(/^Person [0-9a-f]{8}$/);
  // a second theme's answers are held: the name stays with them until the hold is lifted
  const other = await admin.call(createHold, { themeId: theme.id, reason: "Suit of the theme" });
  await eraseDue(app.services, { companyId });
  const named = (id: number | undefined) =>
    sql<{ asker: string | null; content: string | null }>(
      "select asker, content from record_manifests where interaction_id = $1",
      [id],
    );
  expect((await named(answers[0]))[0]?.asker).toContain(formerly.email);
  expect(await named(answers[2])).toMatchObject([{ asker: null, content: expect.any(String) as string }]);
  await admin.call(liftHold, { id: other.body.id, reason: "Settled" });
  await eraseDue(app.services, { companyId });
  expect((await named(answers[0]))[0]).toMatchObject({ asker: null, content: expect.any(String) as string });
  expect(await checkRecord(app, companyId)).toMatchObject({ outcome: "intact", erased: 0 });
  const interaction = await admin.call(getInteraction, { id: answers[0] ?? 0 });
  expect(interaction.body.user.name).toBe(body.pseudonym);
  expect(interaction.body.userQuery).toBe(question);
  const { body: proof } = await admin.call(getRecordProof, { interactionId: answers[0] ?? 0 });
  const said = await verify("person.json", JSON.stringify(proof), proof.key);
  expect(said).toMatch(/^VERIFIED/);
  expect(said).toContain(`at the erasure of person ${formerly.id}; `);
  expect(said).toContain("is as it was given");
  const zip = await bundleOf(admin);
  expect(await verify("person.zip", zip, proof.key)).toMatch(/^VERIFIED/);
  // the address stands nowhere any more
  const tables = await sql<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await sql<{ n: number }>(
      `select count(*)::int as n from ${name} t where strpos(t::text, $1) > 0`,
      [formerly.email],
    );
    if ((row?.n ?? 0) > 0) found.push(name);
  }
  expect(found).toEqual([]);
  expect(rowsOf((await admin.call(listUsers, {})).body).map(({ id }) => id)).not.toContain(formerly.id);
  expect((await admin.call(erasePerson, { id: formerly.id })).status).toBe(404);
  expect((await admin.call(erasePerson, { id: agent.id })).status).toBe(409);
});

test("no statement that a company's login sends erases anything or makes it due", async () => {
  const { companyId, admin, answers } = await oldCompany();
  await admin.call(setRetention, { interactions: 24, events: 24 });
  const { pools } = app.services;
  for (const statement of [
    `select erase_answers(${companyId}, '{${answers.join(",")}}')`,
    `select erase_events(${companyId}, '{1}', array['\\x00'::bytea], '{}', null)`,
    `update interactions set erased_at = now(), question = '' where company_id = ${companyId}`,
    `update record_manifests set content = null, salt = null`,
    `update audit_events set salt = null`,
    `delete from holds`,
    `update holds set reason = 'other'`,
  ])
    await expect(pools.of("app", "calls").query(statement), statement).rejects.toThrow(/permission denied/);
  // the platform's login erases what is due, and nothing else
  const { rows } = await pools
    .of("platform", "calls")
    .query<{ gone: number[] }>("select erase_answers($1, $2) as gone", [
      companyId,
      [2_000_000_000, ...(await interactionsKept(companyId + 1_000_000))],
    ]);
  expect(rows[0]?.gone).toEqual([]);
});
