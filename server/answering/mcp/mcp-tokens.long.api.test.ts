import {
  Client,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import packageJson from "#package.json" with { type: "json" };
import { listHistory } from "#contract/answering/answers.ts";
import { getInteraction } from "#contract/answering/interactions.ts";
import { listRecord } from "#contract/evidence/record.ts";
import { assignThemeAgent } from "#contract/knowledge/themes.ts";
import { openDoor } from "#testing/access-tokens.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { checkRecord } from "#testing/check-record.ts";
import { buildTheme, untilRead, upload } from "#testing/documents.ts";
import { absentId } from "#testing/fixtures/paths.ts";
import { startForgingProvider, type ForgingProvider } from "#testing/forging-provider.ts";

let app: TestApp;
let provider: ForgingProvider;
let own: Awaited<ReturnType<typeof buildSide>>;
let foreign: Awaited<ReturnType<typeof buildSide>>;
beforeAll(async () => {
  app = await startTestApp();
  provider = await startForgingProvider();
  own = await buildSide();
  foreign = await buildSide();
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

const text = "Refund Policy\n\n1. Returns\nCustomers may return a product within 30 days of delivery.\n";

async function buildSide() {
  const company = await buildCompany(app);
  const { theme, document } = await buildTheme(company.admin, { text });
  const door = await openDoor(app, provider, company);
  await door.link(company.agent, "ada");
  return { ...company, ...door, theme, document };
}

async function connect(side = own, claims = {}): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const token = await side.token("ada", claims);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(side.url), { authProvider: { token: async () => token } }),
  );
  return client;
}

test("the protocol's own client finds where tokens are issued, and asks as the person, on record with its name", async () => {
  const { admin, agent, theme, companyId } = own;
  await admin.call(assignThemeAgent, { id: theme.id, userId: agent.id });
  const metadata = await discoverOAuthProtectedResourceMetadata(own.url);
  expect(metadata.resource).toBe(own.resource);
  const server = await discoverAuthorizationServerMetadata(metadata.authorization_servers?.[0] ?? "");
  expect(server).toMatchObject({ issuer: provider.issuer, token_endpoint: `${provider.issuer}/token` });
  const client = await connect();
  expect(client.getServerVersion()).toMatchObject({ name: "footnote", version: packageJson.version });
  const { tools } = await client.listTools();
  const asking = tools.find(({ name }) => name === "ask_policy");
  expect(Object.keys(asking?.inputSchema.properties ?? {})).not.toContain("end_user");
  const question = "Within how many days may customers return a product?";
  const answer = await client.callTool({ name: "ask_policy", arguments: { themeId: theme.id, question } });
  const { id } = answer.structuredContent as { id: number };
  const links = (answer.content as { type: string; uri?: string }[]).filter(
    ({ type }) => type === "resource_link",
  );
  expect(links).toMatchObject([{ uri: `footnote://documents/${own.document.id}/versions/1/pages/1` }]);
  const cited = await client.readResource({ uri: links[0]?.uri ?? "" });
  expect(cited.contents).toMatchObject([{ text: expect.stringContaining("within 30 days of delivery") }]);
  const { body: history } = await agent.call(listHistory, {});
  expect(JSON.stringify(history)).toContain(question);
  const { body: seen } = await admin.call(getInteraction, { id });
  expect(seen).toMatchObject({ askedThrough: "assistant", endUser: null });
  const { body: record } = await admin.call(listRecord, { action: "question.ask" });
  expect(record.rows[0]).toMatchObject({
    after: { themeId: theme.id, through: "MCP, client assistant" },
  });
  expect(await checkRecord(app, companyId)).toMatchObject({ outcome: "intact" });
  await client.close();
});

test("a theme has the name that other calls use, and still its earlier one", async () => {
  const client = await connect();
  const question = "Within how many days may customers return a product?";
  const ask = (args: object) => client.callTool({ name: "ask_policy", arguments: { question, ...args } });
  expect((await ask({ theme: own.theme.id })).isError).not.toBe(true);
  for (const args of [{}, { theme: own.theme.id, themeId: foreign.theme.id }])
    expect(await ask(args)).toMatchObject({
      isError: true,
      content: [{ text: "Name one theme by its id, as themeId." }],
    });
  await client.close();
});

test("documents are listed and read as the theme's rules allow, and others' look absent", async () => {
  const client = await connect();
  const { resources } = await client.listResources();
  expect(resources).toMatchObject([
    { uri: `footnote://documents/${own.document.id}`, mimeType: "text/plain" },
  ]);
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates).toMatchObject([
    { uriTemplate: "footnote://documents/{document}/versions/{version}/pages/{page}" },
  ]);
  const read = await client.readResource({ uri: `footnote://documents/${own.document.id}` });
  expect(read).toMatchObject({
    contents: [
      {
        uri: `footnote://documents/${own.document.id}/versions/1/pages/1`,
        text: expect.stringContaining("within 30 days"),
      },
    ],
    _meta: { "footnote/version": 1, "footnote/pages": 1, "footnote/next": null },
  });
  const failureOf = (uri: string) =>
    client.readResource({ uri }).then(
      () => "read",
      (error: Error & { code?: number }) => `${error.code} ${error.message.replaceAll(uri, "URI")}`,
    );
  const absent = await failureOf(`footnote://documents/${absentId}`);
  expect(absent).toContain("-32602");
  for (const uri of [
    `footnote://documents/${foreign.document.id}`,
    `footnote://documents/${foreign.document.id}/versions/1/pages/1`,
    `footnote://documents/${own.document.id}/versions/1/pages/2`,
    `footnote://documents/${own.document.id}/versions/9/pages/1`,
    "file:///etc/passwd",
  ])
    expect(await failureOf(uri), uri).toBe(absent);
  await client.close();
  // the theme is not theirs: nothing is listed or read
  const other = await connect(foreign);
  expect((await other.listResources()).resources).toEqual([]);
  await expect(other.readResource({ uri: `footnote://documents/${foreign.document.id}` })).rejects.toThrow();
  await other.close();
});

test("a long list of documents comes page by page, and a made-up cursor is refused", async () => {
  const many = await buildSide();
  await many.link(many.admin, "boss");
  const { theme } = many;
  for (let n = 0; n < 51; n += 1) await upload(many.admin, theme.id, `${n}.txt`, `${text}Rule ${n}.\n`);
  await untilRead(many.admin, theme.id);
  const client = await connect(many, { sub: "boss" });
  const { resources, nextCursor } = await client.listResources({});
  const rest = nextCursor === undefined ? null : await client.listResources({ cursor: nextCursor });
  const uris = [...resources, ...(rest?.resources ?? [])].map(({ uri }) => uri);
  expect(new Set(uris).size).toBe(52);
  expect(rest?.nextCursor).toBeUndefined();
  await client.close();
  const reply = await fetch(many.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${await many.token("boss")}`,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "resources/list", params: { cursor: "made up" } }),
  });
  expect(await reply.text()).toContain("This cursor is not one of this list.");
});

test("prompts are made from the themes that can be asked, and others' look absent", async () => {
  const client = await connect();
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual([
    `ask-theme-${own.theme.id}`,
    `check-theme-${own.theme.id}`,
  ]);
  const { messages } = await client.getPrompt({
    name: `ask-theme-${own.theme.id}`,
    arguments: { question: "Who pays?" },
  });
  expect(JSON.stringify(messages)).toContain(`themeId ${own.theme.id}`);
  expect(JSON.stringify(messages)).toContain("Who pays?");
  const failureOf = (name: string, args = { question: "Who pays?" }) =>
    client.getPrompt({ name, arguments: args }).then(
      () => "found",
      (error: Error) => error.message,
    );
  const absent = await failureOf(`ask-theme-${absentId}`);
  expect(absent).toContain("doesn't exist");
  for (const name of [
    `ask-theme-${foreign.theme.id}`,
    "ask-theme-",
    `ask-theme-0${own.theme.id}`,
    "constructor",
  ])
    expect(await failureOf(name), name).toBe(absent);
  expect(await failureOf(`ask-theme-${own.theme.id}`, { question: "" })).toContain("Send question");
  await client.close();
});

test("a token has the documents and prompts of its scopes alone", async () => {
  const reader = await connect(own, { scope: "source:read" });
  expect(reader.getServerCapabilities()).toHaveProperty("resources");
  expect(reader.getServerCapabilities()).not.toHaveProperty("prompts");
  await reader.close();
  const asker = await connect(own, { scope: "theme:ask" });
  expect(asker.getServerCapabilities()).not.toHaveProperty("resources");
  expect(asker.getServerCapabilities()).toHaveProperty("prompts");
  await asker.close();
});

test("a token without the scope of a tool is challenged for it, and the refusal is on record", async () => {
  const token = await own.token("ada", { scope: "source:read" });
  const send = (bearer: string, message: object) =>
    fetch(own.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${bearer}`,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
    });
  const ask = { method: "tools/call", params: { name: "ask_policy", arguments: { themeId: own.theme.id } } };
  for (const message of [ask, { method: "prompts/get", params: { name: `ask-theme-${own.theme.id}` } }]) {
    const refused = await send(token, message);
    expect(refused.status).toBe(403);
    const challenge = refused.headers.get("www-authenticate");
    expect(challenge).toContain('error="insufficient_scope"');
    expect(challenge).toContain('scope="source:read theme:ask"');
    expect(challenge).toContain("resource_metadata=");
    expect(await refused.json()).toMatchObject({
      code: "forbidden",
      detail: expect.stringMatching(/^This access token lacks the scope theme:ask\. .*identity provider/),
    });
  }
  const { body: record } = await own.admin.call(listRecord, { action: "call.refuse" });
  expect(record.rows[0]).toMatchObject({ actor: { id: own.agent.id }, after: { code: "forbidden" } });
  const open = {
    method: "tools/call",
    params: { name: "open_source", arguments: { document: own.document.id } },
  };
  expect((await send(token, open)).status).toBe(200);
});
