import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createHelp,
  deleteHelp,
  listHelp,
  listHiddenHelp,
  moveHelp,
  restoreHelp,
  updateHelp,
} from "#contract/operation/help.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin, type TestPerson } from "#testing/build.ts";

let app: TestApp;
let superAdmin: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  superAdmin = await buildSuperAdmin(app);
  for (const title of ["One", "Two", "Three"])
    await superAdmin.call(createHelp, { type: "faq", title, content: `About ${title}` });
});
afterAll(() => app.close());

async function titlesOf(person: TestPerson): Promise<string[]> {
  return (await person.call(listHelp, {})).body
    .filter(({ type }) => type === "faq")
    .map(({ title }) => title);
}
async function idOf(person: TestPerson, title: string): Promise<number> {
  return (await person.call(listHelp, {})).body.find((item) => item.title === title)?.id ?? 0;
}

test("a company inherits the platform's content and customizes it with its own copy in the same place", async () => {
  const { admin, agent } = await buildCompany(app);
  const other = await buildCompany(app);
  expect(await titlesOf(agent)).toEqual(["One", "Two", "Three"]);
  const id = await idOf(admin, "Two");
  const copy = await admin.call(updateHelp, { id, type: "faq", title: "Zwei", content: "Unser Text" });
  expect(copy.body).toMatchObject({ title: "Zwei", isInherited: false });
  expect(await titlesOf(agent)).toEqual(["One", "Zwei", "Three"]);
  expect(await titlesOf(other.agent)).toEqual(["One", "Two", "Three"]);
  expect(await titlesOf(superAdmin)).toEqual(["One", "Two", "Three"]);
  // without the copy, the original is back
  await admin.call(deleteHelp, { id: copy.body.id });
  expect(await titlesOf(agent)).toEqual(["One", "Two", "Three"]);
});

test("inherited content can be hidden from one company and restored", async () => {
  const { admin, agent } = await buildCompany(app);
  const other = await buildCompany(app);
  const id = await idOf(admin, "One");
  expect((await admin.call(deleteHelp, { id })).body).toEqual({ success: true, hidden: true });
  expect(await titlesOf(agent)).toEqual(["Two", "Three"]);
  expect(await titlesOf(other.agent)).toEqual(["One", "Two", "Three"]);
  expect((await admin.call(listHiddenHelp, {})).body).toMatchObject([
    { id, title: "One", isInherited: true },
  ]);
  expect((await other.admin.call(listHiddenHelp, {})).body).toEqual([]);
  expect((await admin.call(restoreHelp, { id })).body).toMatchObject({ id, title: "One" });
  expect(await titlesOf(agent)).toEqual(["One", "Two", "Three"]);
});

test("each company has its own order, and a copy takes its original's position", async () => {
  const { admin, agent } = await buildCompany(app);
  const other = await buildCompany(app);
  const three = await idOf(admin, "Three");
  await admin.call(moveHelp, { id: three, direction: "up" });
  await admin.call(moveHelp, { id: three, direction: "up" });
  await admin.call(moveHelp, { id: three, direction: "up" });
  expect(await titlesOf(agent)).toEqual(["Three", "One", "Two"]);
  await admin.call(updateHelp, { id: three, type: "faq", title: "Drei", content: "Unser Text" });
  expect(await titlesOf(agent)).toEqual(["Drei", "One", "Two"]);
  expect(await titlesOf(other.agent)).toEqual(["One", "Two", "Three"]);
  await superAdmin.call(moveHelp, { id: await idOf(superAdmin, "One"), direction: "down" });
  expect(await titlesOf(other.agent)).toEqual(["Two", "One", "Three"]);
  expect(await titlesOf(agent)).toEqual(["Drei", "One", "Two"]);
  await superAdmin.call(moveHelp, { id: await idOf(superAdmin, "One"), direction: "up" });
});

test("agents can only read", async () => {
  const { agent } = await buildCompany(app);
  const id = await idOf(agent, "One");
  expect((await agent.call(createHelp, { type: "faq", title: "A", content: "B" })).status).toBe(403);
  expect((await agent.call(updateHelp, { id, type: "faq", title: "A", content: "B" })).status).toBe(403);
  expect((await agent.call(deleteHelp, { id })).status).toBe(403);
  expect((await agent.call(moveHelp, { id, direction: "up" })).status).toBe(403);
  expect((await agent.call(listHiddenHelp, {})).status).toBe(403);
});

test.each([
  ["http://videos.example/x", "Enter an address that begins with https://"],
  ["javascript:alert(1)", "Enter an address that begins with https://"],
  ["https://user:secret@videos.example/x", "Enter an address without a user name or password."],
  ["not an address", "Enter an address that begins with https://"],
])("a video at %s is refused", async (videoUrl, message) => {
  const { admin } = await buildCompany(app);
  const refused = await admin.call(createHelp, { type: "video", title: "V", content: "C", videoUrl });
  expect(refused.status).toBe(400);
  expect(refused.error.fields?.videoUrl).toBe(message);
});

test("an empty address or duration means none, and a video can be added before its address", async () => {
  const { admin } = await buildCompany(app);
  const video = { type: "video", title: "V", content: "C" } as const;
  const none = { videoUrl: null, duration: null };
  for (const empty of [{}, none, { videoUrl: "", duration: "" }, { videoUrl: "  ", duration: " " }]) {
    const created = await admin.call(createHelp, { ...video, ...empty });
    expect([created.status, created.body]).toEqual([201, expect.objectContaining(none)]);
  }
  const faq = await admin.call(createHelp, { ...video, type: "faq", videoUrl: "", duration: "" });
  expect(faq.body).toMatchObject({ type: "faq", ...none });
  const given = { videoUrl: "https://videos.example/x", duration: "5:30" };
  const { body } = await admin.call(createHelp, { ...video, ...given });
  expect(body).toMatchObject(given);
  const emptied = await admin.call(updateHelp, { id: body.id, videoUrl: "", duration: "" });
  expect(emptied.body).toMatchObject({ title: "V", ...none });
});

test("text nested too deeply to read is refused with a message, and richly formatted text is accepted", async () => {
  const { admin } = await buildCompany(app);
  const add = (content: string) => admin.call(createHelp, { type: "faq", title: "How?", content });
  for (const nested of [">".repeat(5_000), "[".repeat(5_000), "> ".repeat(400), `${"*".repeat(60)}a`]) {
    const { status, error } = await add(`Read this: ${nested} now`);
    expect([status, error.error]).toEqual([
      400,
      "Quotes, lists or brackets are nested too deeply. Remove some of them.",
    ]);
  }
  const rich = "> **Fees**\n> 1. *One* [page](https://a.example) `code`\n\n| a | b |\n| --- | --- |\n";
  expect((await add(rich)).status).toBe(201);
});
