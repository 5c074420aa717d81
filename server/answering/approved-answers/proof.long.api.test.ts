import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createApprovedAnswer,
  setApprovalRules,
  updateApprovedAnswer,
} from "#contract/answering/approved-answers.ts";
import { getChatReport } from "#contract/answering/reports.ts";
import { exportLookBack, listLookBackAnswers } from "#contract/knowledge/look-back.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { ask } from "#testing/ask.ts";
import { buildAnswers, bundleOf, verify } from "#testing/bundles.ts";
import { listDocuments } from "#contract/knowledge/documents.ts";
import { rowsOf } from "#testing/call.ts";
import { readZip } from "#testing/raw-zip.ts";

let app: TestApp;
const folder = mkdtempSync(join(tmpdir(), "footnote-proof-"));
beforeAll(async () => void (app = await startTestApp()));
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});
const write = (name: string, bytes: Buffer | string) => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};

const question = "How many days does a customer have to return an unopened product?";
const quote = "A customer may return an unopened product within 30 days of delivery.";

/** Asked twice before there is an approved answer, twice with its first words, once with the present ones. */
async function buildUses() {
  const company = await buildAnswers(app, write);
  const { admin, theme } = company;
  const [document] = rowsOf((await admin.call(listDocuments, { id: theme.id })).body);
  const documentId = document?.id ?? 0;
  const put = async () =>
    (await admin.call(ask, { themeId: theme.id, userQuery: question, sessionId: crypto.randomUUID() })).body;
  const { id } = (
    await admin.call(createApprovedAnswer, {
      ...{ themeId: theme.id, question, answer: "Within 30 days." },
      citations: [{ documentId, quote }],
    })
  ).body;
  const early = [await put(), await put()];
  await admin.call(updateApprovedAnswer, { id, answer: "An unopened product: within 30 days. [1]" });
  const late = await put();
  return { ...company, documentId, id, early, late };
}

test("a bundle with an approved answer verifies with the offline verifier, and names who approved it", async () => {
  const { admin, key, late, id } = await buildUses();
  expect(late.mode).toBe("approved");
  const bundle = await bundleOf(admin);
  const result = await verify(write("approved.zip", bundle.zip), "--key", key);
  expect(result).toMatchObject({ code: 0, said: expect.stringContaining("VERIFIED  localhost") as string });
  expect(result.said).toContain("5 answers are as they were given");
  const all = readZip(bundle.zip)
    .map(({ bytes }) => bytes.toString())
    .join("\n")
    // the bundle holds JSON in JSON
    .replaceAll("\\", "");
  expect(all).toMatch(new RegExp(`"approved":\\{"approvedAt":"[^"]+","approver":${admin.id},"id":${id},`));
});

test("look-back shows the approved answer that stood at the moment of each question", async () => {
  const { admin, documentId, id, early, late } = await buildUses();
  const { rows } = (await admin.call(listLookBackAnswers, { id: documentId })).body;
  const versionOf = (interactionId: number) =>
    rows.find((row) => row.interactionId === interactionId)?.approved?.version;
  expect(early.map(({ interactionId }) => versionOf(interactionId))).toEqual([1, 1]);
  expect(versionOf(late.interactionId)).toBe(2);
  expect(rows[0]?.approved).toMatchObject({ id, by: "Test workspace_admin" });
  expect(rows.at(-1)?.approved).toBeNull();
  const exported = (await admin.call(exportLookBack, { id: documentId })).bytes.toString();
  expect(exported).toMatch(/Test workspace_admin,\d{4}-\d\d-\d\dT[\d:.]+Z/);
});

test("the report counts how often approved answers answered, and the minutes that this saved", async () => {
  const { admin, id } = await buildUses();
  const report = async () => (await admin.call(getChatReport, {})).body;
  expect(await report()).toMatchObject({
    totalInteractions: 5,
    approvedAnswers: { uses: 3, savedMinutes: null, most: [{ id, question, uses: 3 }] },
  });
  await admin.call(setApprovalRules, { savedMinutes: 12 });
  expect((await report()).approvedAnswers).toMatchObject({ uses: 3, savedMinutes: 36 });
});
