import { afterAll, beforeAll, expect, test } from "vitest";
import { listHistory, rateAnswer } from "#contract/answering/answers.ts";
import {
  deleteDocument,
  getDocumentContent,
  replaceDocument,
  updateDocumentTags,
} from "#contract/knowledge/documents.ts";
import { listInteractions } from "#contract/answering/interactions.ts";
import { assignThemeAgent, updateTheme } from "#contract/knowledge/themes.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { formOf } from "#testing/call.ts";
import { buildEmptyTheme, buildTheme, refundPolicy, untilRead, upload } from "#testing/documents.ts";
import { ask } from "#testing/ask.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const question = "How many days does a customer have to return an unopened product?";

test("an uploaded policy answers a question in its own words and cites their location", async () => {
  const { admin } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  const answer = await admin.call(ask, { themeId: theme.id, userQuery: question, sessionId: "s1" });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ outcome: "answered", mode: "extractive" });
  expect(answer.body.response).toContain("within 30 days of delivery.");
  const [citation] = answer.body.citations;
  expect(citation).toMatchObject({ marker: 1, documentName: "Refund Policy.txt", page: null });
  const [words] = citation?.answering ?? [];
  expect(refundPolicy).toContain(citation?.quote.slice(words?.start, words?.end));
  expect(citation?.quote.slice(words?.start, words?.end)).toContain("within 30 days of delivery");
  const source = await admin.call(getDocumentContent, { id: citation?.documentId ?? 0 });
  expect(source.body.content).toContain("Gift cards are not refundable.");
  expect(
    (await admin.call(rateAnswer, { interactionId: answer.body.interactionId, rating: "good" })).status,
  ).toBe(200);
  const list = await admin.call(listInteractions, {});
  expect(list.body).toMatchObject([
    { chat_interactions: { id: answer.body.interactionId, rating: "good" }, user: { email: admin.email } },
  ]);
});

test("a document that says it no longer applies leads no answer of today, and says so where it leads", async () => {
  const { admin } = await buildCompany(app);
  const { theme } = await buildTheme(admin, {
    fileName: "Circular 7.txt",
    text: `Circular 7 on late refunds\n\nStatus: SUPERSEDED on April 1, 2025.\n\n1. Late refunds\nThe grace period is five days.\n`,
  });
  const put = async (userQuery: string) =>
    (await admin.call(ask, { themeId: theme.id, userQuery, sessionId: "s1" })).body;
  const alone = await put("How long is the grace period?");
  expect(alone.citations[0]?.quote).toContain("five days");
  expect(alone.reason).toContain("'Circular 7.txt' says that it no longer applies.");
  await upload(
    admin,
    theme.id,
    "Refunds.txt",
    `${refundPolicy}\n4. Grace\nGrace period means the ten days after.\n`,
  );
  await untilRead(admin, theme.id);
  const present = await put("How long is the grace period?");
  expect(present.citations[0]).toMatchObject({ documentName: "Refunds.txt" });
  expect(present.reason ?? "").not.toContain("no longer applies");
  const past = await put("How long was the grace period before April 2025?");
  expect(past.citations[0]).toMatchObject({ documentName: "Circular 7.txt" });
});

test("a misspelled question is answered as intended and shows its corrections", async () => {
  const { admin } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  const asked = { themeId: theme.id, sessionId: "s1" };
  const meant = await admin.call(ask, { ...asked, userQuery: question });
  const slips = question.replace("customer", "custmer").replace("return", "retrun");
  const { body } = await admin.call(ask, { ...asked, userQuery: slips });
  expect(body.response).toBe(meant.body.response);
  expect(body.reason).toBe(
    "Showing results for “customer”. You typed “custmer”. Showing results for “return”. You typed “retrun”.",
  );
  expect(meant.body.reason).toBeNull();
});

test("greetings, explanations and thanks do not change the answer", async () => {
  const { admin } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  const asked = { themeId: theme.id, sessionId: "s1" };
  const plain = await admin.call(ask, { ...asked, userQuery: question });
  const wrapped = `Hi Martin, hope you are well! My boss told me to look this up. ${question} Thanks a lot, Anna`;
  const { body } = await admin.call(ask, { ...asked, userQuery: wrapped });
  expect(body.response).toBe(plain.body.response);
  expect(body.reason).toBeNull();
});

test("a question that the documents do not answer gets no invented answer", async () => {
  const { admin } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  const { body } = await admin.call(ask, {
    themeId: theme.id,
    userQuery: "What is the dosage of ibuprofen for children?",
    sessionId: "s1",
  });
  expect(body).toMatchObject({
    outcome: "abstained",
    citations: [],
    response: "The documents do not answer this",
  });
});

test("a theme without documents says so, and nothing about what its documents cover", async () => {
  const { admin, theme } = await buildEmptyTheme(app, "Fees");
  const asked = { themeId: theme.id, userQuery: "What is the late fee at Harbor?", sessionId: "s1" };
  const { body } = await admin.call(ask, asked);
  expect(body).toMatchObject({
    outcome: "abstained",
    response: "This theme has no documents yet",
    reason: "An administrator can upload them on the Themes screen.",
    citations: [],
    nearest: [],
  });
});

test("a replaced document answers only with its new version, a deleted one not at all", async () => {
  const { admin } = await buildCompany(app);
  const { theme, document } = await buildTheme(admin);
  const before = await admin.call(ask, { themeId: theme.id, userQuery: question, sessionId: "s1" });
  await admin.call(
    replaceDocument,
    { id: document.id },
    { form: formOf({ name: "Refund Policy 2.txt", bytes: refundPolicy.replace("30 days", "45 days") }) },
  );
  await untilRead(admin, theme.id);
  const after = await admin.call(ask, { themeId: theme.id, userQuery: question, sessionId: "s2" });
  expect(after.body.response).toContain("45 days");
  expect(after.body.response).not.toContain("30 days");
  await admin.call(deleteDocument, { id: document.id });
  const gone = await admin.call(ask, { themeId: theme.id, userQuery: question, sessionId: "s3" });
  expect(gone.body.outcome).toBe("abstained");
  // the first answer still opens the version it cited
  const cited = await admin.call(getDocumentContent, {
    id: document.id,
    version: before.body.citations[0]?.version,
  });
  expect(cited.body.content).toContain("within 30 days");
});

test("the answer streams as typed events that end with the recorded answer", async () => {
  const { admin } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  const { text, headers } = await admin.call(
    ask,
    { themeId: theme.id, userQuery: question, sessionId: "s1" },
    { headers: { accept: "text/event-stream" } },
  );
  expect(headers.get("content-type")).toContain("text/event-stream");
  const events = text
    .split("\n\n")
    .filter((frame) => frame.startsWith("data: "))
    .map(
      (frame) => JSON.parse(frame.slice(6)) as { type: string; text?: string; answer?: { response: string } },
    );
  expect(events[0]?.type).toBe("started");
  expect(events.at(-1)?.type).toBe("done");
  const streamed = events.map((event) => event.text ?? "").join("");
  expect(streamed).toBe(events.at(-1)?.answer?.response);
});

test("an inactive theme refuses questions, and a blank or overlong question is refused with a message", async () => {
  const { admin } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  for (const userQuery of ["   ", "x".repeat(100_000)]) {
    const refused = await admin.call(ask, { themeId: theme.id, userQuery, sessionId: "s1" });
    expect(refused.status).toBe(400);
    expect(refused.error.fields).toHaveProperty("userQuery");
  }
  const object = await admin.call(ask, {
    themeId: theme.id,
    userQuery: { $gt: "" } as never,
    sessionId: "s1",
  });
  expect(object.status).toBe(400);
  expect(object.error.error).toBe("“userQuery” must be text.");
  await admin.call(updateTheme, { id: theme.id, isActive: false });
  expect((await admin.call(ask, { themeId: theme.id, userQuery: question, sessionId: "s1" })).status).toBe(
    409,
  );
});

test("an agent asks only the themes assigned to it", async () => {
  const { admin, agent } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  expect((await agent.call(ask, { themeId: theme.id, userQuery: question, sessionId: "s1" })).status).toBe(
    404,
  );
  await admin.call(assignThemeAgent, { id: theme.id, userId: agent.id });
  expect((await agent.call(ask, { themeId: theme.id, userQuery: question, sessionId: "s1" })).status).toBe(
    200,
  );
});

test("narrowing to a tag that no document carries is reported instead of widened", async () => {
  const { admin } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  const narrowed = await admin.call(ask, {
    themeId: theme.id,
    userQuery: question,
    sessionId: "s1",
    selectedTags: { states: ["Alaska"] },
  });
  expect(narrowed.body).toMatchObject({
    outcome: "abstained",
    reason: "No document has the chosen tags.",
  });
  const kept = await admin.call(ask, {
    themeId: theme.id,
    userQuery: question,
    sessionId: "s1",
    selectedTags: { states: ["Texas"] },
  });
  expect(kept.body.outcome).toBe("answered");
});

test("a document needs one of the chosen tags in every group with a choice", async () => {
  const { admin } = await buildCompany(app);
  const { theme, document } = await buildTheme(admin);
  await admin.call(updateDocumentTags, {
    id: document.id,
    distributionPartnerTags: [],
    productTags: ["Phone"],
    topicTags: [],
    stateTags: ["Texas"],
  });
  const outcomeOf = async (selectedTags: Record<string, string[]>) => {
    const { body } = await admin.call(ask, {
      themeId: theme.id,
      userQuery: question,
      sessionId: "s1",
      selectedTags,
    });
    return body.outcome === "answered" ? "answered" : body.reason;
  };
  expect(await outcomeOf({ states: ["Ohio", "Texas"] })).toBe("answered");
  expect(await outcomeOf({ products: ["Phone", "Tablet"], states: ["Texas", "Ohio"] })).toBe("answered");
  expect(await outcomeOf({ products: ["Phone"], states: ["Ohio"] })).toBe(
    "No document has a tag of each group you chose: Phone, and Ohio. Remove one to search more documents.",
  );
});

test("an answer that declines shows the nearest passages, now and in history, and cites nothing", async () => {
  const { admin } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  const { body } = await admin.call(ask, {
    themeId: theme.id,
    userQuery: "Which penguins swim fastest in Florida's rivers during winter storms?",
    sessionId: "nearest",
  });
  expect(body).toMatchObject({ outcome: "abstained", citations: [] });
  expect(body.nearest.map(({ documentName }) => documentName)).toContain("Refund Policy.txt");
  const history = await admin.call(listHistory, {});
  expect(history.body[0]?.nearest).toEqual(body.nearest);
});
