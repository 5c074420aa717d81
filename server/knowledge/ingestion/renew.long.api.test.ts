import { afterAll, beforeAll, expect, test } from "vitest";
import {
  listDocuments,
  retryDocument,
  signOffDocument,
  updateDocumentTags,
} from "#contract/knowledge/documents.ts";
import { getInteraction } from "#contract/answering/interactions.ts";
import { getOperation, readAgain } from "#contract/operation/operation.ts";
import { updateTheme } from "#contract/knowledge/themes.ts";
import { examine } from "#server/operation/doctor/examine.ts";
import { urlOf } from "#testing/server-process.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { ask } from "#testing/ask.ts";
import { buildCompany, buildSuperAdmin, type TestPerson } from "#testing/build.ts";
import { rowsOf } from "#testing/call.ts";
import { buildTheme, untilRead, upload } from "#testing/documents.ts";
import { withClient } from "#server/platform/database/client.ts";
import { renewOutdated } from "#server/knowledge/documents/renewals.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const question = "How many days does a customer have to return an unopened product?";
const leftOut = "One document is being read again and is not part of this answer.";

/** As a fault of the disk or of an operator does: past the triggers that keep what was read. */
const change = (statement: string) =>
  withClient(app.connection, async (client) => {
    await client.query("set session_replication_role = replica");
    return client.query<Record<string, unknown>>(statement);
  });
const put = (admin: TestPerson, themeId: number) =>
  admin.call(ask, { themeId, userQuery: question, sessionId: "s1" });
/** Waits until no document of the theme waits to be read again. */
const untilRenewed = () =>
  expect
    .poll(async () =>
      Number(
        (await change("select count(*) as waiting from renewals where failure is null")).rows[0]?.waiting,
      ),
    )
    .toBe(0);

/** A theme of two documents, the second of which is about something else. */
async function twoDocuments() {
  const { admin, companyId } = await buildCompany(app);
  const { theme, document } = await buildTheme(admin);
  await upload(
    admin,
    theme.id,
    "Parking.txt",
    "Parking is free for visitors on the first floor of the garage.",
  );
  await untilRead(admin, theme.id);
  const [version] = (await change(`select id from document_versions where document_id = ${document.id}`))
    .rows;
  return { admin, companyId, theme, document, versionId: Number(version?.id) };
}

/** Ways in which a segment becomes unreadable. */
const faults: Record<string, (version: number) => string> = {
  "of an old version": (id) =>
    `update segments set format = 1, bytes = set_byte(bytes, 3, 1), digest = sha256(set_byte(bytes, 3, 1)) where version_id = ${id}`,
  "cut short": (id) => `update segments set bytes = substring(bytes for 40) where version_id = ${id}`,
  "changed by a bit": (id) =>
    `update segments set bytes = set_bit(bytes, 8 * (octet_length(bytes) / 2), 1 - get_bit(bytes, 8 * (octet_length(bytes) / 2))) where version_id = ${id}`,
  missing: (id) => `delete from segments where version_id = ${id}`,
};

test.each(Object.entries(faults))(
  "a document whose segment is %s is left out with a notice, and answers again by itself",
  async (_name, statement) => {
    const { admin, theme, document, versionId } = await twoDocuments();
    const before = await put(admin, theme.id);
    expect(before.body.response).toContain("30 days");
    // the index in memory is still whole: another server, or this one after a restart, reads what is stored
    await change(`${statement(versionId)};
      update segments set revision = revision + 1 where version_id = ${versionId};
      update themes set content_version = content_version + 1 where id = ${theme.id}`);
    const without = await put(admin, theme.id);
    expect(without.status).toBe(200);
    expect(without.body.outcome).toBe("abstained");
    expect(JSON.stringify(without.body)).toContain(leftOut);
    await untilRenewed();
    const after = await put(admin, theme.id);
    expect(after.body.response).toContain("30 days");
    expect(JSON.stringify(after.body)).not.toContain(leftOut);
    const [row] = rowsOf((await admin.call(listDocuments, { id: theme.id })).body).filter(
      ({ id }) => id === document.id,
    );
    expect(row).toMatchObject({ version: document.version, status: "ready" });
    const earlier = await admin.call(getInteraction, { id: before.body.interactionId });
    expect(earlier.body.citations).toMatchObject(before.body.citations);
  },
);

test.each([
  ["of an old version", faults["of an old version"], false],
  ["damaged", faults["cut short"], true],
  ["missing", faults.missing, false],
  ["without pages", (id: number) => `delete from pages where version_id = ${id}`, false],
  [
    "without a passage",
    (id: number) => `delete from passages where version_id = ${id} and ordinal = 1`,
    false,
  ],
] as const)("what is %s is found and made again before anybody asks", async (_name, statement, isWhole) => {
  const { admin, theme, versionId } = await twoDocuments();
  const count = async () =>
    (
      await change(`select (select count(*) from pages where version_id = ${versionId}) as pages,
        (select count(*) from passages where version_id = ${versionId}) as passages,
        (select encode(bytes, 'hex') from segments where version_id = ${versionId}) as segment`)
    ).rows;
  const made = await count();
  await change(statement?.(versionId) ?? "");
  expect(await count()).not.toEqual(made);
  await renewOutdated(app.services, { isWhole });
  await untilRenewed();
  expect(await count()).toEqual(made);
  expect((await put(admin, theme.id)).body.response).toContain("30 days");
});

test("lost tags are suggested again, and those that a person removed stay removed", async () => {
  const { admin, companyId } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  const text = "Auto claims in Texas are paid within 30 days.";
  const id = (await upload(admin, theme.id, "Auto claims.txt", text)).body.documents[0]?.id ?? 0;
  await untilRead(admin, theme.id);
  const statesOf = async () =>
    rowsOf((await admin.call(listDocuments, { id: theme.id })).body).find((row) => row.id === id)
      ?.autoGeneratedTags.stateTags;
  expect(await statesOf()).toEqual(["Texas"]);
  const readAgainAfter = async (statement: string) => {
    await change(statement);
    await admin.call(retryDocument, { id });
    await untilRenewed();
  };
  await readAgainAfter(`delete from document_tags where company_id = ${companyId}`);
  expect(await statesOf()).toEqual(["Texas"]);
  await admin.call(updateDocumentTags, { id, stateTags: [] });
  await readAgainAfter(`delete from document_tags where company_id = ${companyId}`);
  expect(await statesOf()).toEqual([]);
});

test("a signature stays, as the text is the same", async () => {
  const { admin, theme, document, versionId } = await twoDocuments();
  await admin.call(updateTheme, { id: theme.id, requireSignOff: true });
  await admin.call(signOffDocument, { id: document.id });
  await change(faults.missing?.(versionId) ?? "");
  await renewOutdated(app.services, { isWhole: false });
  await untilRenewed();
  expect((await put(admin, theme.id)).body.response).toContain("30 days");
});

test("a ready document is read again for those who may edit it, and the whole installation for a super admin", async () => {
  const superAdmin = await buildSuperAdmin(app);
  const { admin, document } = await twoDocuments();
  expect((await admin.call(retryDocument, { id: document.id })).status).toBe(200);
  await untilRenewed();
  expect((await admin.call(readAgain)).status).toBe(403);
  const { body } = await superAdmin.call(readAgain);
  expect(body.documents).toBeGreaterThanOrEqual(2);
  await untilRenewed();
  const { derived } = (await superAdmin.call(getOperation)).body;
  expect(derived).toMatchObject({ old: 0, damaged: 0, missing: 0, waiting: 0, failed: 0 });
  expect(derived.current).toBeGreaterThanOrEqual(2);
});

test("Operation and the doctor count what is not current", async () => {
  const superAdmin = await buildSuperAdmin(app);
  const { versionId } = await twoDocuments();
  await change(`update segments set format = 1 where version_id = ${versionId}`);
  expect((await superAdmin.call(getOperation)).body.derived.old).toBe(1);
  const config = { ...app.services.config, databaseUrl: urlOf(app.connection) };
  const findings: string[] = [];
  for await (const { part, state, says } of examine(config))
    if (part === "derived") findings.push(`${state}: ${says}`);
  expect(findings).toEqual([
    expect.stringMatching(/^note: .*, 1 by an earlier one, 0 damaged, 0 lost in part\./),
  ]);
  await change(`delete from segments where version_id = ${versionId}`);
  expect((await superAdmin.call(getOperation)).body.derived).toMatchObject({ old: 0, missing: 1 });
});
