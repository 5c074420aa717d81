import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { getDocumentContent } from "#contract/knowledge/documents.ts";
import * as contract from "#contract/evidence/examinations.ts";
import { getInteraction, listInteractions } from "#contract/answering/interactions.ts";
import { listRecord, listRecordHeads } from "#contract/evidence/record.ts";
import { acceptTerms, changePassword, login } from "#contract/identity/sessions.ts";
import { updateUser } from "#contract/identity/users.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, type TestPerson } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { buildTheme } from "#testing/documents.ts";
import { readZip } from "#testing/raw-zip.ts";

let app: TestApp;
const dayMs = 86_400_000;
beforeAll(async () => {
  app = await startTestApp({ mail: "none" });
});
afterAll(() => app.close());

const userQuery = "How many days does a customer have to return an unopened product?";
const today = (days = 0) =>
  new Date(app.services.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10);
const reason = "File 12: complaints of March";

/** A company with answers in two themes, one of them older, and an examiner for one theme and recent days. */
async function examinedCompany() {
  app.clock.advance(-40 * dayMs);
  const { companyId, workspaceId, admin: formerly } = await buildCompany(app);
  const { theme, document } = await buildTheme(formerly, { companyWorkspaceId: workspaceId });
  const other = await buildTheme(formerly, { companyWorkspaceId: workspaceId, name: "Returns" });
  const put = async (person: TestPerson, themeId: number) =>
    (await person.call(ask, { themeId, userQuery, sessionId: "s" })).body.interactionId;
  const early = await put(formerly, theme.id);
  app.clock.advance(40 * dayMs);
  const admin = await buildPerson(app, { role: "workspace_admin", companyId, workspaceIds: [workspaceId] });
  const inside = [await put(admin, theme.id), await put(admin, theme.id)];
  const elsewhere = await put(admin, other.theme.id);
  const scope = {
    purpose: "Audit of refunds, spring",
    from: today(-7),
    to: today(),
    themeIds: [theme.id],
    endsOn: today(5),
  };
  const email = `examiner-${crypto.randomUUID()}@example.com`;
  const invited = await admin.call(contract.inviteExaminer, {
    ...scope,
    email,
    firstName: "Ida",
    lastName: "Berg",
  });
  return {
    admin,
    theme,
    otherTheme: other.theme,
    document,
    early,
    inside,
    elsewhere,
    scope,
    email,
    invited: invited.body,
    companyId,
  };
}

/** Signs in like an invited person: temporary password, own password, terms. */
async function arrive(email: string, password: string) {
  const first = await call(app.url, null, login, { email, password });
  const changed = await call(app.url, first.body.sessionToken, changePassword, {
    newPassword: "nine tall chimneys 4",
  });
  expect(changed.text, first.text).toContain("sessionToken");
  const token = changed.body.sessionToken;
  await call(app.url, token, acceptTerms);
  const as = <E extends Parameters<typeof call>[2]>(spec: E, input?: Parameters<typeof call<E>>[3]) =>
    call(app.url, token, spec, input);
  return { token, as };
}

test("an examiner reads only the granted period and themes, and each access is on record with its reason", async () => {
  const { admin, inside, early, elsewhere, email, invited, theme } = await examinedCompany();
  const { as } = await arrive(email, invited.tempPassword ?? "");
  expect((await as(contract.getExamination)).body).toMatchObject({
    purpose: "Audit of refunds, spring",
    themes: [{ id: theme.id, name: "Refunds" }],
    isOpen: true,
  });
  const answers = await as(contract.listExaminedAnswers, { reason });
  expect(answers.body.rows.map(({ interactionId }) => interactionId)).toEqual(inside.toReversed());
  const page = await as(contract.listExaminedAnswers, { reason, limit: 1 });
  expect(page.body.next).toBe(inside[1]);
  const rest = await as(contract.listExaminedAnswers, { reason, limit: 1, before: page.body.next ?? 0 });
  expect(rest.body.rows.map(({ interactionId }) => interactionId)).toEqual([inside[0]]);
  const one = await as(contract.getExaminedAnswer, { id: inside[0] ?? 0, reason });
  expect(one.body.interaction.userQuery).toBe(userQuery);
  expect(one.body.interaction.citations[0]?.passage).toContain("30 days");
  expect(one.body.proof?.manifest.content).toContain("Refunds");
  for (const id of [early, elsewhere])
    expect((await as(contract.getExaminedAnswer, { id, reason })).status).toBe(404);
  const events = await as(contract.listExaminedEvents, { reason });
  const seen = new Set(events.body.rows.map(({ target }) => `${target.type} ${target.id}`));
  expect(seen).toContain(`interaction ${inside[0]}`);
  expect(seen).not.toContain(`interaction ${early}`);
  expect(seen).not.toContain(`interaction ${elsewhere}`);
  // without a reason, nothing is shown
  expect((await as(contract.listExaminedAnswers, { reason: " " })).status).toBe(400);
  expect((await as(contract.getExaminedAnswer, { id: inside[0] ?? 0 } as never)).status).toBe(400);
  const looks = await admin.call(listRecord, { action: "examination.look" });
  expect(looks.body.rows.map(({ target, after, actor }) => [target.id, after?.reason, actor.name])).toEqual(
    ["events", String(inside[0]), "answers", "answers", "answers"].map((id) => [id, reason, "Ida Berg"]),
  );
  const [listed] = (await admin.call(contract.listExaminers, {})).body;
  expect(listed).toMatchObject({ email, name: "Ida Berg", lookedAt: expect.any(String) as string });
});

test("a bundle of the examination is made in the background, contains nothing else, and belongs to its examiner", async () => {
  const { inside, early, elsewhere, email, invited, companyId } = await examinedCompany();
  const { as } = await arrive(email, invited.tempPassword ?? "");
  const { body } = await as(contract.createExaminationBundle, { reason });
  const own = async () => (await as(contract.listExaminationBundles)).body.find(({ id }) => id === body.id);
  await expect.poll(async () => (await own())?.status, { timeout: 30_000 }).toBe("ready");
  const done = await own();
  expect(done?.done).toBe(done?.events);
  const file = await as(contract.getExaminationBundleFile, { id: body.id, reason });
  const manifests =
    readZip(file.bytes)
      .find(({ name }) => name === "manifests.jsonl")
      ?.bytes.toString() ?? "";
  const ids = manifests
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { interaction: number }).interaction);
  expect(ids).toEqual(inside);
  expect(ids).not.toContain(early);
  expect(ids).not.toContain(elsewhere);
  const colleague = await buildPerson(app, { role: "examiner", companyId, workspaceIds: [] });
  expect((await colleague.call(contract.getExaminationBundleFile, { id: body.id, reason })).status).toBe(404);
  expect((await colleague.call(contract.listExaminationBundles)).body).toEqual([]);
});

test("an examiner chooses days and themes of a bundle within the examination, and nothing beyond it", async () => {
  const { admin, inside, elsewhere, email, invited, theme, otherTheme, scope } = await examinedCompany();
  const foreign = await examinedCompany();
  const { as } = await arrive(email, invited.tempPassword ?? "");
  const make = (chosen: object) => as(contract.createExaminationBundle, { reason, ...chosen });
  expect((await make({ from: today(-8) })).error.fields?.from).toMatch(/Choose a day from/);
  expect((await make({ to: today(1) })).error.fields?.to).toMatch(/Choose a day from/);
  expect((await make({ from: today(), to: today(-1) })).error.fields?.to).toMatch(/before the first/);
  for (const id of [otherTheme.id, foreign.theme.id])
    expect((await make({ themeIds: [theme.id, id] })).status).toBe(404);
  expect((await as(contract.listExaminationBundles)).body).toEqual([]);
  expect((await as(contract.getExamination)).body.askedThemes).toEqual([{ id: theme.id, name: "Refunds" }]);
  const chosen = { from: today(-2), to: today(), themeIds: [theme.id] };
  const { body } = await make(chosen);
  expect(body.filters).toEqual(chosen);
  const [look] = (await admin.call(listRecord, { action: "examination.look" })).body.rows;
  expect(look?.after).toEqual({ reason, filters: chosen });
  const own = async () => (await as(contract.listExaminationBundles)).body.find(({ id }) => id === body.id);
  await expect.poll(async () => (await own())?.status, { timeout: 30_000 }).toBe("ready");
  // narrowed since, the examination no longer covers it
  await admin.call(contract.updateExaminer, { id: invited.id, from: today(-1) });
  expect(await own()).toBeUndefined();
  expect((await as(contract.getExaminationBundleFile, { id: body.id, reason })).status).toBe(404);
  // without themes of its own, an examination covers those of its company alone
  await admin.call(contract.updateExaminer, { id: invited.id, from: scope.from, themeIds: [] });
  expect((await make({ themeIds: [foreign.theme.id] })).status).toBe(404);
  const asked = (await as(contract.getExamination)).body.askedThemes;
  expect(asked.map(({ name }) => name)).toEqual(["Refunds", "Returns"]);
  const returns = asked[1]?.id ?? 0;
  const wider = await make({ themeIds: [returns] });
  await expect
    .poll(
      async () =>
        (await as(contract.listExaminationBundles)).body.find(({ id }) => id === wider.body.id)?.status,
      { timeout: 30_000 },
    )
    .toBe("ready");
  const file = await as(contract.getExaminationBundleFile, { id: wider.body.id, reason });
  const manifests = readZip(file.bytes).find(({ name }) => name === "manifests.jsonl");
  const ids = (manifests?.bytes.toString() ?? "").match(/"interaction":(\d+)/)?.[1];
  expect(Number(ids)).toBe(elsewhere);
  expect(inside).not.toContain(Number(ids));
});

test("an examiner can do nothing else, and nobody else can examine", async () => {
  const { admin, inside, document, companyId, email, invited, theme } = await examinedCompany();
  const { as } = await arrive(email, invited.tempPassword ?? "");
  for (const spec of [listRecord, listRecordHeads, listInteractions, contract.listExaminers])
    expect((await as(spec)).status).toBe(403);
  expect((await as(getInteraction, { id: inside[0] ?? 0 })).status).toBe(403);
  expect((await as(getDocumentContent, { id: document.id })).status).toBe(403);
  expect((await as(ask, { themeId: theme.id, userQuery, sessionId: "s" })).status).toBe(403);
  expect((await admin.call(contract.listExaminedAnswers, { reason })).status).toBe(403);
  // the role comes and goes with the account
  const agent = await buildPerson(app, { role: "agent", companyId, workspaceIds: [] });
  expect((await admin.call(updateUser, { id: agent.id, role: "examiner" })).status).toBe(400);
  expect((await admin.call(updateUser, { id: invited.id, role: "workspace_admin" })).status).toBe(400);
});

test("an examination ends automatically on its day, or when someone ends it", async () => {
  const { admin, email, invited, scope } = await examinedCompany();
  const { as } = await arrive(email, invited.tempPassword ?? "");
  const ended = /ended on/;
  expect((await admin.call(contract.updateExaminer, { id: invited.id, endsOn: today(-1) })).status).toBe(400);
  const narrowed = await admin.call(contract.updateExaminer, { id: invited.id, to: scope.from });
  expect(narrowed.body).toMatchObject({ from: scope.from, to: scope.from, purpose: scope.purpose });
  expect((await as(contract.listExaminedAnswers, { reason })).body.rows).toEqual([]);
  app.clock.advance(6 * dayMs);
  const again = await call(app.url, null, login, { email, password: "nine tall chimneys 4" });
  const late = await call(app.url, again.body.sessionToken, contract.listExaminedAnswers, { reason });
  expect(late.status).toBe(403);
  expect(late.error.error).toMatch(ended);
  app.clock.advance(-6 * dayMs);
  const over = await admin.call(contract.endExamination, { id: invited.id });
  expect(over.body.isOpen).toBe(false);
  expect((await as(contract.getExamination)).status).toBe(401);
  expect((await call(app.url, null, login, { email, password: "nine tall chimneys 4" })).status).toBe(401);
});

test("an inverted period, a past day, a foreign theme or a missing purpose is refused and invites nobody", async () => {
  const { admin, scope } = await examinedCompany();
  const foreign = await examinedCompany();
  const put = (change: object) =>
    admin.call(contract.inviteExaminer, {
      ...scope,
      email: `new-${crypto.randomUUID()}@example.com`,
      ...change,
    });
  expect((await put({ from: today(), to: today(-1) })).status).toBe(400);
  expect((await put({ endsOn: today(-1) })).status).toBe(400);
  expect((await put({ purpose: "  " })).status).toBe(400);
  expect((await put({ themeIds: [foreign.theme.id] })).status).toBe(404);
  expect((await put({ email: foreign.email })).status).toBe(409);
  expect((await admin.call(contract.listExaminers, {})).body).toHaveLength(1);
  expect(
    (
      await foreign.admin.call(contract.updateExaminer, {
        id: (await admin.call(contract.listExaminers, {})).body[0]?.id ?? 0,
        purpose: "Mine",
      })
    ).status,
  ).toBe(404);
});
