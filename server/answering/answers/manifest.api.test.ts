import { createHash, createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { updateCompany } from "#contract/identity/companies.ts";
import { deleteDocument } from "#contract/knowledge/documents.ts";
import { getRecordedTheme, listRecord } from "#contract/evidence/record.ts";
import { updateTheme } from "#contract/knowledge/themes.ts";
import { updateUser } from "#contract/identity/users.ts";
import type { TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme, refundPolicy } from "#testing/documents.ts";
import { startModelApp } from "#testing/model-app.ts";
import type { ModelServer } from "#testing/model-server.ts";
import { ask } from "#testing/ask.ts";

let model: ModelServer;
let app: TestApp;
beforeAll(async () => void ({ app, model } = await startModelApp()));
afterAll(() => app.close());

const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
const question = "How many days does a customer have to return an unopened product?";

type Kept = { content: string; salt: Buffer; commitment: Buffer; manifest: Buffer };

async function keptOf(companyId: number, id: number): Promise<Kept & { parsed: Record<string, unknown> }> {
  const { rows } = await withClient(app.connection, (client) =>
    client.query<Kept>(
      `select m.content, m.salt, m.commitment, e.manifest from record_manifests m
       join audit_events e on e.stream = m.company_id and e.action = 'question.answer'
         and e.target_type = 'interaction' and e.target_id = m.interaction_id::text
       where m.company_id = $1 and m.interaction_id = $2`,
      [companyId, id],
    ),
  );
  expect(rows).toHaveLength(1);
  const row = rows[0] as Kept;
  return { ...row, parsed: JSON.parse(row.content) as Record<string, unknown> };
}

async function askerOf(interactionId: number): Promise<{ asker: string; asker_salt: Buffer }> {
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ asker: string; asker_salt: Buffer }>(
      "select asker, asker_salt from record_manifests where interaction_id = $1",
      [interactionId],
    ),
  );
  if (rows[0] === undefined) throw new Error("no manifest");
  return rows[0];
}

test("an answer's manifest holds its inputs unchanged, and its event commits to it", async () => {
  const { admin, companyId, workspaceId } = await buildCompany(app);
  await admin.call(updateCompany, { id: companyId, openaiApiKey: "sk-test-1234567890" });
  const { theme, document } = await buildTheme(admin, { companyWorkspaceId: workspaceId });
  await admin.call(updateTheme, { id: theme.id, guidingInstructions: "Be brief." });
  model.behave({
    kind: "answer",
    reply: () => "A customer may return an unopened product within 30 days of delivery [1].",
  });
  const { body } = await admin.call(ask, { themeId: theme.id, userQuery: question, sessionId: "s" });
  await admin.call(updateTheme, { id: theme.id, guidingInstructions: "Be long.", name: "Other" });
  await admin.call(updateUser, { id: admin.id, firstName: "Renamed" });
  await admin.call(deleteDocument, { id: document.id });
  const then = await admin.call(getRecordedTheme, { interactionId: body.interactionId });
  expect(then.body).toEqual({
    name: "Refunds",
    purpose: "Answer refund questions",
    instructions: "Be brief.",
  });
  const { content, salt, commitment, manifest, parsed } = await keptOf(companyId, body.interactionId);
  expect(commitment).toEqual(createHmac("sha256", salt).update(content).digest());
  expect(manifest).toEqual(commitment);
  // name and address at that time, stored separately: they can be erased while the answer stays provable
  const { asker, asker_salt: askerSalt } = await askerOf(body.interactionId);
  expect(JSON.parse(asker)).toEqual({ name: "Test workspace_admin", email: admin.email });
  const identity = createHmac("sha256", askerSalt).update(asker).digest();
  expect(parsed).toMatchObject({
    form: "footnote-manifest/2",
    company: companyId,
    interaction: body.interactionId,
    question,
    asker: { id: admin.id, role: "workspace_admin", identity: identity.toString("hex") },
    theme: {
      id: theme.id,
      name: "Refunds",
      purpose: sha256("Answer refund questions"),
      instructions: sha256("Be brief."),
    },
    model: { provider: "compatible", asked: "test-model", parameters: { temperature: 0.1 } },
    outcome: "answered",
    answer: body.response,
    claims: body.claims,
  });
  const [source] = parsed.sources as Record<string, unknown>[];
  expect(source).toMatchObject({
    marker: 1,
    document: document.id,
    name: "Refund Policy.txt",
    version: 1,
    file: sha256(refundPolicy),
    passage: { sha256: sha256(body.citations[0]?.passage ?? "") },
    quote: body.citations[0]?.quote,
  });
  // the texts behind the hashes stay too
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ text: string }>("select text from record_texts where company_id = $1", [companyId]),
  );
  expect(rows.map(({ text }) => text)).toEqual(
    expect.arrayContaining(["Be brief.", "Answer refund questions"]),
  );
});

test("an unanswered question has a manifest too, and neither event contains its words", async () => {
  const { admin, companyId, workspaceId } = await buildCompany(app);
  const { theme } = await buildTheme(admin, { companyWorkspaceId: workspaceId });
  const { body: quoted } = await admin.call(ask, { themeId: theme.id, userQuery: question, sessionId: "s" });
  await admin.call(updateCompany, { id: companyId, openaiApiKey: "sk-test-1234567890" });
  model.behave({ kind: "status", status: 500 });
  const failed = await admin.call(ask, { themeId: theme.id, userQuery: question, sessionId: "s" });
  expect(failed.status).toBe(503);
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ id: number }>("select id from interactions where company_id = $1 and outcome = 'failed'", [
      companyId,
    ]),
  );
  expect(rows).toHaveLength(1);
  expect((await keptOf(companyId, rows[0]?.id ?? 0)).parsed).toMatchObject({ outcome: "failed", question });
  expect((await keptOf(companyId, quoted.interactionId)).parsed).toMatchObject({
    model: null,
    mode: "extractive",
  });
  const events = await withClient(app.connection, (client) =>
    client.query<{ text: string }>("select e::text as text from audit_events e where stream = $1", [
      companyId,
    ]),
  );
  expect(events.rows.length).toBeGreaterThan(4);
  expect(events.rows.filter(({ text }) => /unopened/i.test(text))).toEqual([]);
  // the list shows the question beside its events, so a search finds them by it
  const found = (await admin.call(listRecord, { text: "UNOPENED product" })).body.rows;
  expect(new Set(found.map(({ target }) => target.id))).toEqual(
    new Set([quoted.interactionId, rows[0]?.id].map(String)),
  );
  expect((await admin.call(listRecord, { text: "unopened barrels" })).body.rows).toEqual([]);
});

test("no login of the program can add anything to a finished answer", async () => {
  const { admin, companyId, workspaceId } = await buildCompany(app);
  const { theme } = await buildTheme(admin, { companyWorkspaceId: workspaceId });
  const { body } = await admin.call(ask, { themeId: theme.id, userQuery: question, sessionId: "s" });
  const { pools } = app.services;
  const add = [
    `insert into claims (company_id, interaction_id, ordinal, start_offset, end_offset, verdict)
     values (${companyId}, ${body.interactionId}, 99, 0, 1, 'supported')`,
    `insert into interaction_sources select company_id, interaction_id, 99, 99, score, document_id, document_name,
       version_id, version, passage_ordinal, 'never said', section, page_number, page_index, quote, answering
     from interaction_sources where company_id = ${companyId} and interaction_id = ${body.interactionId} limit 1`,
  ];
  for (const statement of add)
    await expect(pools.of("platform", "calls").query(statement)).rejects.toThrow("finished answer");
});
