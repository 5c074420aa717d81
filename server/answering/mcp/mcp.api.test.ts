import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey, revokeApiKey } from "#contract/identity/api-keys.ts";
import { keyScopes, type KeyScope } from "#contract/kernel/permissions.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { buildTheme } from "#testing/documents.ts";
import { listRecord } from "#contract/evidence/record.ts";
import { toolScopes } from "./needed-scope.ts";
import { absentId } from "#testing/fixtures/paths.ts";

let app: TestApp;
let own: Awaited<ReturnType<typeof buildSide>>;
let foreign: Awaited<ReturnType<typeof buildSide>>;

beforeAll(async () => {
  app = await startTestApp();
  own = await buildSide();
  foreign = await buildSide();
});
afterAll(() => app.close());

async function buildSide() {
  const company = await buildCompany(app);
  const { theme, document } = await buildTheme(company.admin, {
    text: "Refund Policy\n\n1. Returns\nCustomers may return a product within 30 days of delivery.\n",
  });
  return { ...company, theme, document };
}

async function keyWith(scopes: readonly KeyScope[]) {
  const { body } = await own.admin.call(createApiKey, {
    name: "Assistant",
    scopes: [...scopes],
    themeIds: [own.theme.id],
  });
  return body;
}

async function connect(secret: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${secret}` } },
    }),
  );
  return client;
}

type ToolResult = {
  content: { type: string; text?: string }[];
  structuredContent?: unknown;
  isError?: boolean;
};
const use = async (client: Client, name: string, args: object) =>
  (await client.callTool({ name, arguments: args as Record<string, unknown> })) as ToolResult;
const wordsOf = ({ content }: ToolResult) => content.map(({ text }) => text).join("\n");

const question = "Within how many days may customers return a product?";

test("an assistant lists themes, asks, reads the checked answer, and opens its source", async () => {
  const client = await connect((await keyWith(keyScopes)).secret);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).toSorted()).toEqual([
    "ask_policy",
    "find_passages",
    "list_themes",
    "open_source",
  ]);
  expect(wordsOf(await use(client, "list_themes", {}))).toContain(`${own.theme.id}: `);
  const answer = await use(client, "ask_policy", { theme: own.theme.id, question, end_user: "customer 1" });
  expect(wordsOf(answer)).toContain("within 30 days of delivery");
  expect(wordsOf(answer)).toMatch(/Sources:\n\[1\] .*version 1/);
  expect(answer.structuredContent).toMatchObject({ outcome: "answered", sentences: [{ check: "quoted" }] });
  const source = await use(client, "open_source", { document: own.document.id });
  expect(wordsOf(source)).toContain("within 30 days of delivery");
  const passages = await use(client, "find_passages", { theme: own.theme.id, question });
  expect(wordsOf(passages)).toContain("within 30 days of delivery");
  await client.close();
});

test("declining is an answer and is marked as such", async () => {
  const client = await connect((await keyWith(["theme:ask"])).secret);
  const told = await use(client, "ask_policy", {
    theme: own.theme.id,
    question: "Who won the football match in Madrid last night?",
  });
  expect(told.isError).not.toBe(true);
  expect(wordsOf(told)).toContain("The documents do not answer this.");
  expect(told.structuredContent).toMatchObject({ outcome: "declined" });
  await client.close();
});

test("a greeting gets the sentence that invites a question", async () => {
  const client = await connect((await keyWith(["theme:ask"])).secret);
  const told = await use(client, "ask_policy", { theme: own.theme.id, question: "Good morning" });
  expect(wordsOf(told)).toBe("Happy to help. Ask a question about these documents.");
  expect(told.structuredContent).toMatchObject({ id: null, outcome: "greeting" });
  await client.close();
});

test("a key sees and uses only the tools of its scopes", async () => {
  const client = await connect((await keyWith(["source:read"])).secret);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).toSorted()).toEqual(["find_passages", "open_source"]);
  const refused = await use(client, "ask_policy", { theme: own.theme.id, question });
  expect(refused.isError).toBe(true);
  expect(wordsOf(refused)).toMatch(/^This key lacks the scope theme:ask\. .+ under Admin › Connections\.$/);
  await expect(use(client, "no_such_tool", {})).rejects.toThrow("not found");
  await expect(client.getPrompt({ name: `ask-theme-${own.theme.id}` })).rejects.toThrow();
  await client.close();
  const { body: record } = await own.admin.call(listRecord, { action: "call.refuse" });
  expect(record.rows[0]).toMatchObject({ target: { id: "POST /mcp" }, after: { code: "forbidden" } });
});

test("each tool, prompt and document that a key's scopes leave out is refused with the scope that is missing", async () => {
  const { secret } = await keyWith(["history:read"]);
  const send = async (method: string, params: object) => {
    const reply = await fetch(`${app.url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${secret}`,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return { status: reply.status, text: await reply.text() };
  };
  const messages = [
    ...Object.entries(toolScopes).map(([name, scope]) => ["tools/call", { name }, scope] as const),
    ["prompts/get", { name: `ask-theme-${own.theme.id}` }, "theme:ask"] as const,
    ["resources/read", { uri: `footnote://documents/${own.document.id}` }, "source:read"] as const,
  ];
  for (const [method, params, scope] of messages) {
    const { status, text } = await send(method, params);
    expect(status, text).toBe(200);
    expect(text, method).toContain(`This key lacks the scope ${scope}.`);
  }
});

test("others' themes and documents and absent ones are refused in the same words", async () => {
  const client = await connect((await keyWith(keyScopes)).secret);
  for (const [tool, foreignArgs, absentArgs] of [
    ["ask_policy", { theme: foreign.theme.id, question }, { theme: absentId, question }],
    ["find_passages", { theme: foreign.theme.id, question }, { theme: absentId, question }],
    ["open_source", { document: foreign.document.id }, { document: absentId }],
  ] as const) {
    const strange = await use(client, tool, foreignArgs);
    expect(strange.isError, tool).toBe(true);
    expect(wordsOf(strange), tool).toBe(wordsOf(await use(client, tool, absentArgs)));
  }
  await client.close();
});

test("a call without a key, with a person's session or a revoked key is refused", async () => {
  const { key, secret } = await keyWith(keyScopes);
  await own.admin.call(revokeApiKey, { id: key.id });
  for (const token of [null, own.admin.token, secret]) {
    const reply = await fetch(`${app.url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    expect(reply.status).toBe(401);
    expect(reply.headers.get("www-authenticate")).toBe("Bearer");
  }
});

test("a call from another site is refused, and broken JSON gets a message", async () => {
  const { secret } = await keyWith(keyScopes);
  const headers = { "content-type": "application/json", authorization: `Bearer ${secret}` };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const foreignSite = { ...headers, origin: "https://elsewhere.example" };
  expect((await fetch(`${app.url}/mcp`, { method: "POST", headers: foreignSite, body })).status).toBe(403);
  expect((await fetch(`${app.url}/mcp`, { method: "POST", headers, body: "{" })).status).toBe(400);
});

test("a call carries one message: a batch would bypass the limit of calls", async () => {
  const { secret } = await keyWith(keyScopes);
  const opens = (id: number) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "open_source", arguments: { document: own.document.id } },
  });
  const send = async (body: object) => {
    const response = await fetch(`${app.url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${secret}`,
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  const batch = await send([opens(1), opens(2)]);
  expect(batch.status).toBe(400);
  expect(batch.text).toContain("Send one message per call.");
  expect(batch.text).not.toContain("30 days");
  expect((await send(opens(3))).text).toContain("30 days");
});
