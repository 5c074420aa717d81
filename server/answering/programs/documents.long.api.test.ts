import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiKey } from "#contract/identity/api-keys.ts";
import { ask, rateAnswer } from "#contract/answering/answers.ts";
import {
  deleteNamedProgramDocument,
  deleteProgramDocument,
  getProgramDocument,
  getProgramPage,
  listProgramDocuments,
  putProgramDocument,
  uploadProgramDocuments,
} from "#contract/answering/program-documents.ts";
import type { KeyScope } from "#contract/kernel/permissions.ts";
import { getDocumentFile, listDocuments, maximumFileBytes } from "#contract/knowledge/documents.ts";
import { updateTheme } from "#contract/knowledge/themes.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { call, formIn, formOf, rowsOf } from "#testing/call.ts";
import { readRows } from "#testing/old-company.ts";
import { eraseDue } from "#server/evidence/retention/erase.ts";
import { createHold, liftHold } from "#contract/evidence/holds.ts";
import { setRetention } from "#contract/evidence/retention.ts";
import { buildEmptyTheme, untilRead, upload } from "#testing/documents.ts";
import { buildProgram, fee } from "#testing/programs.ts";
import { absentId } from "#testing/fixtures/paths.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());
const place = (scopes?: readonly KeyScope[]) => buildProgram(app, scopes);

test("a deleted document leaves all answers and frees its name; what it said stays on record", async () => {
  const { admin, put, secret, themeId, list } = await place();
  const { document } = (await put("fees/badge.txt", fee(10))).body;
  await untilRead(admin, themeId);
  const question = { themeId, userQuery: "How much is the badge fee?", sessionId: "s" };
  expect((await admin.call(ask, question)).body.outcome).toBe("answered");
  const input = { themeId, externalId: "fees/badge.txt" };
  expect((await call(app.url, secret, deleteNamedProgramDocument, input)).body).toEqual({ success: true });
  expect((await admin.call(ask, question)).body.outcome).toBe("abstained");
  expect((await call(app.url, secret, getProgramDocument, { id: document.id })).status).toBe(404);
  // the earlier answer's source
  expect((await admin.call(getDocumentFile, { id: document.id, version: 1 })).text).toBe(fee(10));
  const again = await put("fees/badge.txt", fee(10));
  expect(again.body).toMatchObject({ outcome: "created", document: { version: 1 } });
  expect(again.body.document.id).not.toBe(document.id);
  expect((await list()).body.total).toBe(1);
});

test("a theme that requires signatures answers from the signed version, whoever sends the next one", async () => {
  const { admin, put, themeId } = await place();
  await admin.call(updateTheme, { id: themeId, requireSignOff: true });
  const { document } = (await put("a.txt", fee(10))).body;
  await untilRead(admin, themeId);
  const { secret } = (
    await admin.call(createApiKey, { name: "R", scopes: ["document:list"], themeIds: [themeId] })
  ).body;
  const { body } = await call(app.url, secret, getProgramDocument, { id: document.id });
  expect(body).toMatchObject({ status: "ready", version: 1, answeringVersion: null });
});

test("a version that changes what is answered is held until a person approves it, whoever sends it", async () => {
  const { admin, put, list, themeId } = await place();
  await put("badge.txt", fee(10));
  await untilRead(admin, themeId);
  await admin.call(updateTheme, { id: themeId, requireApproval: true });
  const question = { themeId, userQuery: "How much is the badge fee?", sessionId: "s" };
  const { interactionId } = (await admin.call(ask, question)).body;
  await admin.call(rateAnswer, { interactionId: interactionId ?? 0, rating: "good" });
  await put("badge.txt", fee(25));
  await untilRead(admin, themeId);
  expect((await list()).body.documents).toMatchObject([
    { status: "ready", version: 2, answeringVersion: 1, isHeld: true },
  ]);
  expect(JSON.stringify((await admin.call(ask, question)).body)).not.toContain("25 dollars");
});

describe("an upload of which nothing was taken", () => {
  test.each([
    ["Sheet.xlsx", "PK", 415, "unsupported_type"],
    ["empty.txt", "", 400, "invalid"],
    ["huge.txt", "x".repeat(maximumFileBytes + 1), 413, "too_large"],
  ])("%s is an error with its reason, posted and put", async (name, bytes, status, code) => {
    const { put, post, list } = await place();
    for (const reply of [await post({ name, bytes }), await put("it", bytes, { name })]) {
      expect([reply.status, reply.error.code]).toEqual([status, code]);
      expect(reply.headers.get("content-type")).toContain("application/problem+json");
      const { refused } = JSON.parse(reply.text) as { refused: { name: string; reason: string }[] };
      expect(refused).toEqual([{ name, reason: reply.error.error }]);
    }
    expect((await list()).body.total).toBe(0);
  });

  test("names each file, and is a success as soon as one was taken", async () => {
    const { post } = await place();
    const nothing = await post({ name: "a.xlsx", bytes: "PK" }, { name: "b.pptx", bytes: "PK" });
    expect(nothing.status).toBe(415);
    expect(JSON.parse(nothing.text)).toMatchObject({
      detail: "None of the files was taken.",
      refused: [{ name: "a.xlsx" }, { name: "b.pptx" }],
    });
    const kinds = await post({ name: "a.xlsx", bytes: "PK" }, { name: "b.txt", bytes: "" });
    expect([kinds.status, kinds.error.code]).toEqual([400, "invalid"]);
    const some = await post({ name: "a.xlsx", bytes: "PK" }, { name: "b.txt", bytes: fee(3) });
    expect(some.status).toBe(202);
    expect(some.body).toMatchObject({
      documents: [{ name: "b.txt", externalId: null }],
      refused: [{ name: "a.xlsx" }],
    });
    const twin = await post({ name: "copy.txt", bytes: fee(3) });
    expect([twin.status, twin.error.error]).toEqual([409, "This file is already in the theme, as 'b.txt'."]);
  });
});

test("two documents may have one name: the reply says which other has it", async () => {
  const { post, put, list } = await place();
  const first = (await post({ name: "Fees.txt", bytes: fee(10) })).body.documents[0];
  const second = (await post({ name: "Fees.txt", bytes: fee(25) })).body.documents[0];
  expect(first?.namesakes).toEqual([]);
  expect(second?.namesakes).toEqual([{ id: first?.id, externalId: null }]);
  const third = (await put("in/Fees.txt", fee(30))).body;
  expect(third.namesakes.map(({ id }) => id)).toEqual([first?.id, second?.id]);
  expect((await list()).body.total).toBe(3);
});

test("a list is walked by its cursor: what is added or removed meanwhile moves no page", async () => {
  const { put, list, secret, themeId } = await place();
  for (let n = 0; n < 7; n += 1) await put(`${n}.txt`, fee(n));
  const seen: (string | null)[] = [];
  let cursor: number | null | undefined;
  do {
    const { body }: Awaited<ReturnType<typeof list>> = await list({ pageSize: 2, ...(cursor && { cursor }) });
    seen.push(...body.documents.map(({ externalId }) => externalId));
    if (seen.length === 2) {
      await put("late.txt", fee(100));
      await call(app.url, secret, deleteNamedProgramDocument, { themeId, externalId: "6.txt" });
    }
    cursor = body.next;
  } while (cursor !== null);
  expect(seen).toEqual(["6.txt", "5.txt", "4.txt", "3.txt", "2.txt", "1.txt", "0.txt"]);
  const one = await list({ externalId: "3.txt" });
  expect(one.body).toMatchObject({ documents: [{ externalId: "3.txt" }], total: 1, next: null });
  expect((await list({ externalId: "none.txt" })).body).toMatchObject({ documents: [], total: 0 });
});

test("another company's and another theme's documents look absent, and stay as they are", async () => {
  const own = await place();
  const foreign = await place();
  const theirs = (await foreign.put("a.txt", fee(10))).body.document;
  const other = await upload(own.admin, (await buildEmptyTheme(app, "Other")).theme.id, "x.txt", fee(1));
  expect(other.status).toBe(404);
  const seen = async (themeId: number, id: number) => {
    const replies = [
      await call(
        app.url,
        own.secret,
        putProgramDocument,
        { themeId, externalId: "a.txt" },
        { form: formIn("file", { name: "a.txt", bytes: fee(99) }) },
      ),
      await call(
        app.url,
        own.secret,
        uploadProgramDocuments,
        { themeId },
        { form: formOf({ name: "a.txt", bytes: fee(99) }) },
      ),
      await call(app.url, own.secret, listProgramDocuments, { themeId }),
      await call(app.url, own.secret, deleteNamedProgramDocument, { themeId, externalId: "a.txt" }),
      await call(app.url, own.secret, deleteProgramDocument, { id }),
      await call(app.url, own.secret, getProgramDocument, { id }),
    ];
    return replies.map(({ status, error }) => [status, error.error, error.code]);
  };
  const absent = await seen(absentId, absentId);
  expect(absent.every(([status]) => status === 404)).toBe(true);
  expect(await seen(foreign.themeId, theirs.id)).toEqual(absent);
  expect((await foreign.list()).body.documents).toMatchObject([{ id: theirs.id, version: 1 }]);
  // the same name in two companies is two documents
  expect((await own.put("a.txt", fee(10))).body.outcome).toBe("created");
});

test("a key that may only upload neither replaces nor deletes", async () => {
  const { secret, themeId, admin } = await place(["document:upload", "document:list"]);
  await upload(admin, themeId, "a.txt", fee(1));
  const [document] = rowsOf((await admin.call(listDocuments, { id: themeId })).body);
  const form = formIn("file", { name: "a.txt", bytes: fee(2) });
  expect(
    (await call(app.url, secret, putProgramDocument, { themeId, externalId: "a" }, { form })).status,
  ).toBe(403);
  const { id = 0 } = document ?? {};
  expect((await call(app.url, secret, deleteProgramDocument, { id })).status).toBe(403);
  expect((await call(app.url, secret, deleteNamedProgramDocument, { themeId, externalId: "a" })).status).toBe(
    403,
  );
});

test("documents are uploaded, followed until they are ready, and read", async () => {
  const { admin, post, secret, themeId } = await place();
  const { body } = await post({ name: "Warranty.txt", bytes: "The warranty lasts two years." });
  const id = body.documents[0]?.id ?? 0;
  await untilRead(admin, themeId);
  expect((await call(app.url, secret, getProgramDocument, { id })).body).toMatchObject({
    name: "Warranty.txt",
    status: "ready",
    version: 1,
  });
  const text = await call(app.url, secret, getProgramPage, { id, page: 1 });
  expect(text.body.pages[0]?.text).toContain("two years");
});

test("a deleted document that is on hold is erased no sooner than its hold is lifted, as after a person's deletion", async () => {
  const { admin, put, secret, companyId, themeId } = await place();
  const { id } = (await put("held.txt", fee(10))).body.document;
  await untilRead(admin, themeId);
  const hold = await admin.call(createHold, { documentId: id, reason: "Suit" });
  expect((await call(app.url, secret, deleteProgramDocument, { id })).status).toBe(200);
  await admin.call(setRetention, { documents: 24 });
  const kept = async () => {
    await eraseDue(app.services, { companyId });
    return readRows<{ erased: boolean; pages: number }>(
      app,
      `select erased_at is not null as erased, (select count(*)::int from pages p where p.version_id = v.id) as pages
       from document_versions v where document_id = $1`,
      [id],
    );
  };
  // the database's clock decides what is due, and the document was deleted just now
  await readRows(app, "update documents set deleted_at = now() - interval '30 months' where id = $1", [id]);
  expect(await kept()).toEqual([{ erased: false, pages: 1 }]);
  await admin.call(liftHold, { id: hold.body.id, reason: "Settled" });
  expect(await kept()).toEqual([{ erased: true, pages: 0 }]);
});
