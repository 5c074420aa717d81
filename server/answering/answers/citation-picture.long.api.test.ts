import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getCitationPicture, rateAnswer, type Answer } from "#contract/answering/answers.ts";
import { replaceDocument } from "#contract/knowledge/documents.ts";
import { listReviews } from "#contract/answering/reviews.ts";
import { sweepFiles } from "#server/operation/jobs/sweep-files.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, type TestPerson } from "#testing/build.ts";
import { formOf } from "#testing/call.ts";
import { buildEmptyTheme, buildTheme, untilRead, upload } from "#testing/documents.ts";
import { withClient } from "#server/platform/database/client.ts";
import { ask } from "#testing/ask.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const name = "returns-and-refunds-policy.pdf";
const policy = readFileSync(`seed/demo/documents/${name}`);
const question = "How do I identify a caller who wants to change the delivery address?";
const png = Buffer.from("89504e470d0a1a0a", "hex");

async function picture(person: TestPerson, { interactionId }: Answer, marker = 1) {
  const response = await fetch(`${app.url}/api/chat/${interactionId}/picture?marker=${marker}`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function buildAnswer() {
  const company = await buildEmptyTheme(app, "Printed pages");
  const { admin, theme } = company;
  await upload(admin, theme.id, name, policy);
  const [document] = await untilRead(admin, theme.id);
  const { body } = await admin.call(ask, { themeId: theme.id, userQuery: question, sessionId: "s" });
  return { ...company, answer: body, document };
}

const kept = () =>
  withClient(app.connection, async (client) => {
    const { rows } = await client.query<{ file_key: string | null }>(
      "select file_key from citation_pictures",
    );
    return rows;
  });

test("a picture of the cited words is drawn once, from the cited version, and survives the sweep of files", async () => {
  const { admin, answer, document } = await buildAnswer();
  const before = (await kept()).length;
  const first = await picture(admin, answer);
  expect(first.status).toBe(200);
  expect(first.bytes.subarray(0, 8)).toEqual(png);
  expect((await kept()).length).toBe(before + 1);
  const form = formOf({ name, bytes: "The policy is being written anew and says nothing yet." });
  expect((await admin.call(replaceDocument, { id: document?.id ?? 0 }, { form })).status).toBe(201);
  const inTwoDays = { now: () => new Date(app.services.clock.now().getTime() + 48 * 3_600_000) };
  await sweepFiles({ ...app.services, clock: inTwoDays });
  const again = await picture(admin, answer);
  expect(again.bytes.equals(first.bytes)).toBe(true);
  expect((await kept()).length).toBe(before + 1);
});

test("the review desk shows which answers have a page picture", async () => {
  const { admin, answer } = await buildAnswer();
  await admin.call(rateAnswer, { interactionId: answer.interactionId, rating: "bad" });
  const { body } = await admin.call(listReviews, { page: 1 });
  expect(body).toMatchObject({ rows: [{ id: answer.interactionId, citesPage: true }] });
});

test("a caller without access to the answer gets the same response as for an absent one", async () => {
  const { answer, companyId, workspaceId } = await buildAnswer();
  const agent = await buildPerson(app, { role: "agent", companyId, workspaceIds: [workspaceId] });
  const stranger = (await buildCompany(app)).admin;
  const absent = await stranger.call(getCitationPicture, { interactionId: 2_000_000_000 });
  expect(absent.status).toBe(404);
  for (const person of [agent, stranger]) {
    const refused = await person.call(getCitationPicture, { interactionId: answer.interactionId });
    expect(refused.status).toBe(404);
    expect(refused.error.error).toBe(absent.error.error);
  }
});

test("a text file and an unknown mark have no picture", async () => {
  const { admin } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  const { body } = await admin.call(ask, {
    themeId: theme.id,
    userQuery: "How many days does a customer have to return an unopened product?",
    sessionId: "s",
  });
  expect((await picture(admin, body)).status).toBe(204);
  expect((await picture(admin, body, 99)).status).toBe(204);
});
