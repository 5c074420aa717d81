import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "#testing/app.ts";
import {
  readRows,
  oldCompany,
  interactionsKept,
  monthMs,
  startWithoutErasure,
} from "#testing/old-company.ts";
import { verifyBytes, bundleOf } from "#testing/bundles.ts";
import { tamper } from "#testing/tamper.ts";
import { withClient } from "#server/platform/database/client.ts";
import { checkRecord, insertOwnCheck } from "#testing/check-record.ts";
import { buildTheme, refundPolicy, untilRead } from "#testing/documents.ts";
import { buildPerson } from "#testing/build.ts";
import { formOf } from "#testing/call.ts";
import { listHistory } from "#contract/answering/answers.ts";
import {
  deleteDocument,
  getDocumentFile,
  listVersions,
  replaceDocument,
} from "#contract/knowledge/documents.ts";
import { createHold, liftHold } from "#contract/evidence/holds.ts";
import { getInteraction, tagInteraction } from "#contract/answering/interactions.ts";
import { getRecordProof, getRecordState, listRecord } from "#contract/evidence/record.ts";
import { countDue, getRetention, listDue, setRetention } from "#contract/evidence/retention.ts";
import { commitment, detailsOf } from "#server/platform/log/entry.ts";
import { eraseDue } from "./erase.ts";

/** P18: due data is erased, held data stays, and the record distinguishes the two. */
let app: TestApp;
beforeAll(async () => void (app = await startWithoutErasure()));
afterAll(() => app.close());

test("everything is kept forever until a company sets a period, which cannot be below the minimum", async () => {
  const { admin, companyId, answers } = await oldCompany(app);
  expect((await admin.call(getRetention, {})).body).toEqual({
    interactions: null,
    documents: null,
    events: null,
    version: 0,
  });
  await eraseDue(app.services, { companyId });
  expect(await interactionsKept(app, companyId)).toEqual(answers);
  for (const interactions of [0, 5, 1.5, -1, 1201])
    expect((await admin.call(setRetention, { interactions })).status, String(interactions)).toBe(400);
  const { body } = await admin.call(setRetention, { interactions: 24 });
  expect(body).toEqual({ interactions: 24, documents: null, events: null, version: 1 });
  // the database enforces the floor too
  await expect(
    app.services.pools.of("platform", "calls").query("update retention_periods set interactions = 5"),
  ).rejects.toThrow(/check constraint/);
});

test("a dry run counts and lists what would be erased, and erases nothing", async () => {
  const { admin, companyId, answers, theme, document } = await oldCompany(app);
  await admin.call(createHold, { themeId: theme.id, reason: "Suit 12/2026" });
  await admin.call(deleteDocument, { id: document.id });
  const { body } = await admin.call(countDue, { interactions: 24, events: 24 });
  expect(body.interactions).toEqual({ due: 1, held: 2 });
  expect(body.documents).toEqual({ due: 0, held: 0, cited: 0 });
  expect(body.events.due).toBeGreaterThan(3);
  const direct = await readRows<{ count: number }>(
    app,
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
  expect(await interactionsKept(app, companyId)).toEqual(answers);
  expect((await admin.call(countDue, { interactions: 48 })).body.interactions).toEqual({ due: 0, held: 0 });
});

test("due data is erased with its salt; log, proof and bundle verify and name the time and period", async () => {
  const { admin, companyId, answers, theme, put } = await oldCompany(app);
  const young = await put(theme.id, admin);
  for (const id of [young, ...answers]) await admin.call(tagInteraction, { id, add: ["Says unopened"] });
  await admin.call(setRetention, { interactions: 24 });
  await eraseDue(app.services, { companyId });
  expect(await interactionsKept(app, companyId)).toEqual([young]);
  expect(
    await readRows(app, "select interaction_id as id from interaction_tags where company_id = $1", [
      companyId,
    ]),
  ).toEqual([{ id: young }]);
  const left = await readRows<{ words: string }>(
    app,
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
  // gone from every list and dialog, but still on record
  expect((await admin.call(getInteraction, { id: answers[0] ?? 0 })).status).toBe(404);
  expect((await admin.call(listHistory, {})).body.map(({ interactionId }) => interactionId)).toEqual([young]);
  const { body: proof } = await admin.call(getRecordProof, { interactionId: answers[0] ?? 0 });
  expect(proof.manifest).toEqual({ salt: null, content: null });
  const said = await verifyBytes("erased.proof.json", JSON.stringify(proof), proof.key);
  const today = app.services.clock.now().toISOString().slice(0, 10);
  expect(said).toMatch(/^VERIFIED/);
  expect(said).toContain(`erased on ${today} under retention of interactions (24 months); answers: 3`);
  // a bundle of only the old days includes the erasure
  const { zip } = await bundleOf(admin, {
    to: new Date(Date.now() - 30 * monthMs).toISOString().slice(0, 10),
  });
  const whole = await verifyBytes("erased.zip", zip, proof.key);
  expect(whole).toMatch(/^VERIFIED/);
  expect(whole).toContain(`erased on ${today} under retention of interactions (24 months); answers: 3`);
  // without the event that documents it, the same proof reports removed content
  const silent = await verifyBytes("silent.json", JSON.stringify({ ...proof, erasures: [] }), proof.key);
  expect(silent).toMatch(/^NOT VERIFIED {2}.*no recorded erasure covers it/);
});

test("an erasure ends between two batches when the program stops, and resumes where it ended", async () => {
  const { admin, companyId, answers } = await oldCompany(app);
  await admin.call(setRetention, { interactions: 24 });
  const stopping = new AbortController();
  const erasing = withClient(app.connection, async (client) => {
    await client.query("begin");
    await client.query("select lock_erasure($1)", [companyId]);
    const services = { ...app.services, stopping: stopping.signal };
    // caught at once: it fails while nobody awaits it yet
    const erased = eraseDue(services, { companyId }, 1).catch((error: unknown) => error);
    const waits = () =>
      readRows(
        app,
        "select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory' and query like '%lock_erasure%'",
      );
    await expect.poll(waits).toHaveLength(1);
    stopping.abort(new Error("the program is stopping"));
    await client.query("commit");
    return erased;
  });
  expect(await erasing).toMatchObject({ message: "the program is stopping" });
  expect(await interactionsKept(app, companyId)).toEqual(answers.slice(1));
  expect(await checkRecord(app, companyId)).toMatchObject({ outcome: "intact", erased: 1 });
  await eraseDue(app.services, { companyId }, 1);
  expect(await interactionsKept(app, companyId)).toEqual([]);
  expect(await checkRecord(app, companyId)).toMatchObject({ outcome: "intact", erased: 3 });
});

test("a check during an erasure takes nothing erased for altered", async () => {
  const { admin, companyId, document } = await oldCompany(app);
  await admin.call(setRetention, { interactions: 24 });
  await admin.call(deleteDocument, { id: document.id });
  const check = await insertOwnCheck(app, companyId);
  const result = await withClient(app.connection, async (client) => {
    // holds the check up where it has read what was erased so far, and no event yet
    await client.query("begin");
    await client.query("select 1 from record_checks where id = $1 for update", [check.id]);
    const checking = check.run();
    const waits = () =>
      readRows(
        app,
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%record_checks%'",
      );
    await expect.poll(waits).toHaveLength(1);
    await eraseDue(app.services, { companyId });
    await client.query("commit");
    return checking;
  });
  expect(result).toMatchObject({ outcome: "intact", problem: null, erased: 3 });
});

test("a bundle begun before an erasure names it, and verifies", async () => {
  const { admin, companyId } = await oldCompany(app);
  await admin.call(setRetention, { interactions: 24 });
  const zip = await withClient(app.connection, async (client) => {
    // holds the bundle up where it has read answers, and not yet their passages
    await client.query("begin");
    await client.query("lock table record_texts in access exclusive mode");
    const made = bundleOf(admin);
    const waiting = "select 1 from pg_locks where not granted and relation = 'record_texts'::regclass";
    await expect.poll(() => readRows(app, waiting)).toHaveLength(1);
    await eraseDue(app.services, { companyId });
    await client.query("commit");
    return (await made).zip;
  });
  const { body: state } = await admin.call(getRecordState, {});
  const said = await verifyBytes("during.zip", zip, state.keys[0] ?? "");
  expect(said).toMatch(/^VERIFIED/);
  expect(said).toContain("under retention of interactions (24 months); answers: 3");
});

test("a long erasure continues in another job", async () => {
  const { admin, companyId, answers } = await oldCompany(app);
  await admin.call(setRetention, { interactions: 24 });
  const jobs = async () => {
    const [row] = await readRows<{ n: number }>(
      app,
      "select count(*)::int as n from jobs.job where name = 'erase' and (data ->> 'companyId')::int = $1",
      [companyId],
    );
    return row?.n ?? 0;
  };
  const before = await jobs();
  await eraseDue(app.services, { companyId }, 1, -1);
  expect(await jobs()).toBe(before + 1);
  expect(await interactionsKept(app, companyId)).toEqual(answers);
});

test("details of events are erased after their period; the events documenting it stay, and the record still reads", async () => {
  const { admin, companyId } = await oldCompany(app);
  await admin.call(setRetention, { events: 12 });
  await eraseDue(app.services, { companyId });
  const [kept] = await readRows<{ erased: number; named: number }>(
    app,
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
  // again: nothing is left to do, and nothing is recorded
  await eraseDue(app.services, { companyId });
  expect((await admin.call(listRecord, { action: "retention.erase" })).body.rows).toHaveLength(1);
});

test("content deleted with SQL is found, even next to a proper erasure", async () => {
  const { admin, companyId, answers, theme, put } = await oldCompany(app);
  const young = await put(theme.id, admin);
  await admin.call(setRetention, { interactions: 24 });
  await eraseDue(app.services, { companyId });
  const seqOf = async (id: number | undefined) =>
    (
      await readRows<{ seq: number }>(
        app,
        "select seq::float8 as seq from audit_events where stream = $1 and target_id = $2 and manifest is not null",
        [companyId, String(id)],
      )
    )[0]?.seq;
  expect((await checkRecord(app, companyId)).problem).toBeNull();
  await tamper(app, `create table kept as select * from record_manifests where interaction_id = ${young}`);
  // an answer that was not due
  await tamper(
    app,
    `update record_manifests set content = null, salt = null, asker = null, asker_salt = null where interaction_id = ${young}`,
  );
  const seq = await seqOf(young);
  expect((await checkRecord(app, companyId)).problem).toEqual({ kind: "erased", from: seq, to: seq });
  // nor does the program provide a proof or a bundle of it
  expect((await admin.call(getRecordProof, { interactionId: young })).status).toBe(409);
  await tamper(
    app,
    `update record_manifests m set content = k.content, salt = k.salt from kept k where m.interaction_id = k.interaction_id`,
  );
  // only the asker
  expect((await checkRecord(app, companyId)).problem).toEqual({ kind: "erased", from: seq, to: seq });
  await tamper(
    app,
    `update record_manifests m set asker = k.asker, asker_salt = k.asker_salt from kept k where m.interaction_id = k.interaction_id; drop table kept`,
  );
  expect((await checkRecord(app, companyId)).problem).toBeNull();
  // details of an event, replaced by the correct commitment, as an erasure would leave them
  await tamper(
    app,
    `create table kept as select * from audit_events where stream = ${companyId} and seq = 1`,
  );
  const [event] = await readRows<Parameters<typeof detailsOf>[0] & { salt: Buffer }>(
    app,
    "select actor_name, address, before, after, salt from audit_events where stream = $1 and seq = 1",
    [companyId],
  );
  if (event === undefined) throw new Error("no first event");
  const left = commitment(event.salt, detailsOf(event)).toString("hex");
  await tamper(
    app,
    `update audit_events set salt = null, details = '\\x${left}', before = null, after = null,
       actor_name = '', address = '' where stream = ${companyId} and seq = 1`,
  );
  expect((await checkRecord(app, companyId)).problem).toEqual({ kind: "erased", from: 1, to: 1 });
  await tamper(
    app,
    `delete from audit_events where stream = ${companyId} and seq = 1; insert into audit_events select * from kept; drop table kept`,
  );
  expect((await checkRecord(app, companyId)).problem).toBeNull();
  // an erased answer given new content does not match the erased one
  await tamper(
    app,
    `update audit_events set actor_name = 'Somebody' where stream = ${companyId} and seq = ${await seqOf(answers[0])}`,
  );
  expect((await checkRecord(app, companyId)).problem).toMatchObject({
    kind: "changed",
    from: await seqOf(answers[0]),
  });
});

test("a replaced version is erased once no kept answer cites it; its hash stays, and text lost otherwise is found", async () => {
  const { admin, companyId, workspaceId, document, answers } = await oldCompany(app);
  const quiet = await buildTheme(admin, { companyWorkspaceId: workspaceId, name: "Quiet" });
  app.clock.advance(-30 * monthMs);
  const then = await buildPerson(app, { role: "workspace_admin", companyId, workspaceIds: [workspaceId] });
  const replaced = { form: formOf({ name: "Refund Policy.txt", bytes: `${refundPolicy}\nNew.` }) };
  expect((await then.call(replaceDocument, { id: document.id }, replaced)).status).toBe(201);
  await untilRead(then, document.themeId);
  app.clock.advance(30 * monthMs);
  const text = async () =>
    (
      await readRows<{ version: number; kept: number }>(
        app,
        `select v.version, (select count(*) from pages p where p.version_id = v.id)::int
           + (select count(*) from unit_vectors u where u.version_id = v.id)::int as kept
         from document_versions v where v.document_id = ${document.id} order by 1`,
      )
    ).map(({ kept }) => kept > 0);
  await readRows(
    app,
    `insert into unit_vectors select company_id, version_id, ordinal, 'a', '{0,1}', '\\x01' from passages where company_id = ${companyId}`,
  );
  // ready_at uses the program's clock, which the test moved
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
  // on hold: the answers that cite it, and with them the version
  expect(await interactionsKept(app, companyId)).toEqual(answers.slice(0, 2));
  expect(await text()).toEqual([true, true]);
  await admin.call(liftHold, { id: hold.body.id, reason: "The audit is over" });
  const file = await readRows<{ file_key: string }>(
    app,
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
  // the newest version is never erased, however old it is
  expect((await admin.call(countDue, { documents: 6 })).body.documents.due).toBe(0);
  await tamper(
    app,
    `delete from pages where version_id in (select id from document_versions where document_id = ${quiet.document.id})`,
  );
  const { problem } = await checkRecord(app, companyId);
  expect(problem).toMatchObject({ kind: "document" });
});

test("no statement from a company's login erases anything or makes it due", async () => {
  const { companyId, admin, answers } = await oldCompany(app);
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
  // the platform's login erases due data, and nothing else
  const { rows } = await pools
    .of("platform", "calls")
    .query<{ gone: number[] }>("select erase_answers($1, $2) as gone", [
      companyId,
      [2_000_000_000, ...(await interactionsKept(app, companyId + 1_000_000))],
    ]);
  expect(rows[0]?.gone).toEqual([]);
});
