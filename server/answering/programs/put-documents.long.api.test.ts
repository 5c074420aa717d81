import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import {
  deleteNamedProgramDocument,
  deleteProgramDocument,
  getProgramDocument,
  putProgramDocument,
} from "#contract/answering/program-documents.ts";
import { listVersions } from "#contract/knowledge/documents.ts";
import { listRecord } from "#contract/evidence/record.ts";
import { withClient } from "#server/platform/database/client.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { call, formIn } from "#testing/call.ts";
import { checkRecord } from "#testing/check-record.ts";
import { untilRead, upload } from "#testing/documents.ts";
import { readRows } from "#testing/old-company.ts";
import { buildProgram, fee } from "#testing/programs.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());
const place = () => buildProgram(app);

/** Keys of stored files that no version names. */
async function withoutRow(): Promise<string[]> {
  const stored: string[] = [];
  for await (const keys of app.services.files.list(new Date(Date.now() + 60_000))) stored.push(...keys);
  const rows = await readRows<{ file_key: string }>(app, "select file_key from document_versions");
  const named = new Set(rows.map((row) => row.file_key));
  return stored.filter((key) => !named.has(key));
}

describe("a file put under a program's own name", () => {
  test("is a document, then its next version, and the next question has the new words only", async () => {
    const { admin, themeId, put, list, companyId } = await place();
    const first = await put("fees/badge.txt", fee(10));
    expect(first.status, first.text).toBe(201);
    expect(first.body).toMatchObject({
      outcome: "created",
      document: { externalId: "fees/badge.txt", name: "badge.txt", version: 1, status: "processing" },
      namesakes: [],
    });
    expect(first.headers.get("etag")).toBe(first.body.document.etag);
    await untilRead(admin, themeId);
    const second = await put("fees/badge.txt", fee(25));
    expect(second.status).toBe(200);
    expect(second.body).toMatchObject({
      outcome: "replaced",
      document: { id: first.body.document.id, version: 2, answeringVersion: 1 },
    });
    expect(second.body.document.etag).not.toBe(first.body.document.etag);
    await untilRead(admin, themeId);
    const { body } = await admin.call(ask, {
      themeId,
      userQuery: "How much is the badge fee?",
      sessionId: "s",
    });
    expect(body).toMatchObject({ outcome: "answered" });
    expect(JSON.stringify(body)).toContain("25 dollars");
    expect(JSON.stringify(body)).not.toContain("10 dollars");
    const [listed, ...others] = (await list()).body.documents;
    expect(others).toEqual([]);
    expect(listed).toMatchObject({ status: "ready", version: 2, answeringVersion: 2, isHeld: false });
    expect(listed?.receipt).toMatchObject({ words: 9, uploadedBy: "Sync", sha256: listed?.sha256 });
    const versions = (await admin.call(listVersions, { id: listed?.id ?? 0 })).body;
    expect(versions.map(({ version, uploadedBy }) => [version, uploadedBy])).toEqual([
      [2, "Sync"],
      [1, "Sync"],
    ]);
    expect(await checkRecord(app, companyId)).toMatchObject({ outcome: "intact" });
  });

  test("with the same bytes changes nothing, and says so", async () => {
    const { put, list, admin } = await place();
    const first = await put("a.txt", fee(10));
    const again = await put("a.txt", fee(10), { name: "other name.txt" });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ outcome: "unchanged", document: { version: 1, name: "a.txt" } });
    expect(again.body.document.etag).toBe(first.body.document.etag);
    expect((await list()).body.total).toBe(1);
    const { body: record } = await admin.call(listRecord, { text: "a.txt" });
    expect(record.rows.filter(({ action }) => action.startsWith("document."))).toHaveLength(1);
  });

  test("at the same moment from many sides is one document, with a version for each content", async () => {
    const { put, list, admin } = await place();
    const same = await Promise.all(Array.from({ length: 6 }, () => put("same.txt", fee(10))));
    expect(same.map(({ body }) => body.outcome).toSorted()).toEqual([
      "created",
      ...Array(5).fill("unchanged"),
    ]);
    const replies = await Promise.all([11, 12, 13, 14, 15].map((dollars) => put("many.txt", fee(dollars))));
    expect(replies.map(({ body }) => body.outcome).toSorted()).toEqual([
      "created",
      ...Array(4).fill("replaced"),
    ]);
    const { body } = await list();
    expect(body.documents.map(({ externalId, version }) => [externalId, version])).toEqual([
      ["many.txt", 5],
      ["same.txt", 1],
    ]);
    const id = body.documents[0]?.id ?? 0;
    const versions = (await admin.call(listVersions, { id })).body;
    expect(versions.map(({ version }) => version)).toEqual([5, 4, 3, 2, 1]);
    expect(new Set(versions.map(({ sha256 }) => sha256)).size).toBe(5);
  });

  test("takes over a document that a person added with the same bytes, and one that its system renamed", async () => {
    const { admin, put, list, themeId } = await place();
    await upload(admin, themeId, "By hand.txt", fee(10));
    const linked = await put("policies/badge.txt", fee(10));
    expect(linked.status).toBe(200);
    expect(linked.body).toMatchObject({ outcome: "linked", document: { version: 1, name: "badge.txt" } });
    const moved = await put("archive/badge.txt", fee(10), { formerly: "policies/badge.txt" });
    expect(moved.body).toMatchObject({
      outcome: "linked",
      document: { externalId: "archive/badge.txt", version: 1 },
    });
    const movedAndChanged = await put("new/fee.txt", fee(30), { formerly: "archive/badge.txt" });
    expect(movedAndChanged.body).toMatchObject({
      outcome: "replaced",
      document: { id: linked.body.document.id, externalId: "new/fee.txt", name: "fee.txt", version: 2 },
    });
    expect((await list()).body.total).toBe(1);
    const { body: record } = await admin.call(listRecord, { action: "document.link" });
    expect(record.rows.map(({ after }) => after)).toEqual([
      { externalId: "archive/badge.txt", name: "badge.txt" },
      { externalId: "policies/badge.txt", name: "badge.txt" },
    ]);
  });

  test("whose bytes another of its names has is refused, and names it", async () => {
    const { put, list } = await place();
    await put("one/rules.txt", fee(10));
    const twin = await put("two/rules.txt", fee(10));
    expect(twin.status).toBe(409);
    expect(twin.error.error).toBe(
      "This file is already in the theme, as 'rules.txt' (externalId 'one/rules.txt').",
    );
    expect(JSON.parse(twin.text)).toMatchObject({ refused: [{ name: "rules.txt" }] });
    expect((await list()).body.total).toBe(1);
  });

  test("is not read again by who knows it, by its header or the etag of its file", async () => {
    const { admin, put, secret, themeId } = await place();
    const { document } = (await put("a.txt", fee(1))).body;
    const read = (etag?: string) =>
      call(
        app.url,
        secret,
        getProgramDocument,
        { id: document.id },
        etag === undefined ? {} : { headers: { "if-none-match": etag } },
      );
    await untilRead(admin, themeId);
    const known = (await read()).headers.get("etag") ?? "";
    for (const etag of [known, `"other", ${known}`, document.etag, "*"]) {
      const { status, text, headers } = await read(etag);
      expect([status, text, headers.get("etag")], etag).toEqual([304, "", known]);
    }
    expect((await read('"other"')).status).toBe(200);
    // a new version is waited for: neither its own etag nor an earlier one hides the end of its reading
    const second = (await put("a.txt", fee(2))).body.document;
    for (const etag of [known, document.etag]) expect((await read(etag)).status).toBe(200);
    await withClient(app.connection, async (client) => {
      await client.query("set session_replication_role = replica");
      await client.query("update document_versions set status = 'processing' where document_id = $1", [
        document.id,
      ]);
    });
    expect((await read(second.etag)).status).toBe(200);
    // out of reach stays absent
    expect(
      (await call(app.url, (await place()).secret, getProgramDocument, { id: document.id })).status,
    ).toBe(404);
  });

  test("is replaced or deleted only as the caller last read it", async () => {
    const { put, secret, themeId, list } = await place();
    const first = (await put("a.txt", fee(1), {}, { "if-none-match": "*" })).body.document;
    expect((await put("a.txt", fee(2), {}, { "if-none-match": "*" })).status).toBe(412);
    expect((await put("a.txt", fee(2), {}, { "if-match": '"9-other"' })).status).toBe(412);
    const second = await put("a.txt", fee(2), {}, { "if-match": `"x", ${first.etag}` });
    expect(second.body.outcome).toBe("replaced");
    expect((await put("absent.txt", fee(3), {}, { "if-match": "*" })).status).toBe(412);
    // the header of a read stands for the file as well, until that changes
    const { headers } = await call(app.url, secret, getProgramDocument, { id: first.id });
    const shown = headers.get("etag") ?? "";
    expect((await put("a.txt", fee(2), {}, { "if-match": shown })).body.outcome).toBe("unchanged");
    expect((await put("a.txt", fee(2), {}, { "if-none-match": shown })).status).toBe(412);
    expect((await put("a.txt", fee(3), {}, { "if-match": shown.replace('"2-', '"1-') })).status).toBe(412);
    const remove = (etag: string) =>
      call(app.url, secret, deleteProgramDocument, { id: first.id }, { headers: { "if-match": etag } });
    const stale = await remove(first.etag);
    expect(stale.status).toBe(412);
    expect(stale.error.code).toBe("precondition_failed");
    expect((await remove(second.body.document.etag)).status).toBe(200);
    expect(
      (await call(app.url, secret, deleteNamedProgramDocument, { themeId, externalId: "a.txt" })).status,
    ).toBe(404);
    expect((await list()).body.total).toBe(0);
  });

  test("is kept apart by its name to the letter, and a name that cannot be kept is refused", async () => {
    const { put, list } = await place();
    for (const [n, name] of ["a.txt", "A.txt", " a.txt", "é.txt", "e\u0301.txt"].entries())
      expect((await put(name, fee(n), { name: "a.txt" })).status, name).toBe(201);
    expect((await list()).body.total).toBe(5);
    expect((await put("x".repeat(1025), fee(9), { name: "a.txt" })).status).toBe(400);
    expect((await put("a\nb", fee(9), { name: "a.txt" })).status).toBe(400);
    expect((await put("", fee(9), { name: "a.txt" })).status).toBe(400);
  });

  test("comes alone", async () => {
    const { secret, themeId, list } = await place();
    const send = (form: FormData) =>
      call(app.url, secret, putProgramDocument, { themeId, externalId: "a" }, { form });
    const two = await send(
      formIn("file", { name: "a.txt", bytes: fee(1) }, { name: "b.txt", bytes: fee(2) }),
    );
    expect([two.status, two.error.error]).toEqual([400, "Send one file in a call. Nothing was changed."]);
    expect((await send(formIn("file"))).status).toBe(400);
    expect((await list()).body.total).toBe(0);
    expect(await withoutRow()).toEqual([]);
  });
});
