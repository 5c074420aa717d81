import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { checkModelKey, listCompanies, updateCompany } from "#contract/identity/companies.ts";
import type { EndpointSpec, Request } from "#contract/kernel/endpoint.ts";
import { exportInteractions } from "#contract/answering/interactions.ts";
import { getRecordStream, setRecordStream, testRecordStream } from "#contract/evidence/record-stream.ts";
import { beginSecondFactor, confirmSecondFactor } from "#contract/identity/second-factor.ts";
import { changePassword, forgotPassword, login } from "#contract/identity/sessions.ts";
import { inviteUser, listUsers } from "#contract/identity/users.ts";
import {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
} from "#contract/notices/webhooks.ts";
import { openLog } from "#server/platform/log.ts";
import { codeAt } from "#testing/good-input.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin, testPassword } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme } from "#testing/documents.ts";
import { startModelServer, type ModelServer } from "#testing/model-server.ts";

/** P17: canaries go through every flow; then everything stored, logged or returned is searched for them. */
let model: ModelServer;
let app: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  model = await startModelServer();
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  // all log output, at the most verbose level
  const log = openLog("trace", sink);
  app = await startTestApp({ env: { SMART_BASE_URL: model.url }, mail: "none", log });
});
afterAll(async () => {
  await app.close();
  await model.close();
});

/** Everything in the database as text, except sealed or hashed columns. */
async function dump(): Promise<string> {
  return withClient(app.connection, async (client) => {
    const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
      `select format('%I.%I', table_schema, table_name) as name, array_agg(format('%I', column_name)) as columns
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'
         and not (data_type = 'bytea' and column_name in ('sealed', 'temp_password_sealed', 'token_hash', 'cookie_hash', 'code_hash', 'hash'))
       group by 1`,
    );
    const parts: string[] = [];
    for (const { name, columns } of tables) {
      const { rows } = await client.query<{ text: string }>(
        `select (t.*)::text as text from (select ${columns.join(", ")} from ${name}) t`,
      );
      parts.push(...rows.map((row) => `${name}: ${row.text}`));
    }
    return parts.join("\n");
  });
}

test("no audit event, log line, export, error or readable column contains passwords, tokens, keys, codes or document text", async () => {
  const { admin, companyId, workspaceId } = await buildCompany(app);
  const superAdmin = await buildSuperAdmin(app);
  const documentText = "OBSIDIAN-DOCUMENT-5512";
  const secrets: Record<string, string> = {
    password: "CANARY password 8841 otter",
    "wrong password": "CANARY wrong 9914 otter",
    "model key": "sk-CANARY-model-key-73551",
    "second model key": "xai-CANARY-key-1180072",
  };
  const { password = "", "wrong password": wrongPassword = "" } = secrets;
  const errors: string[] = [];
  const remember = (reply: { status: number; text: string }) => {
    if (reply.status >= 400) errors.push(reply.text);
  };

  const changed = await admin.call(changePassword, { currentPassword: testPassword, newPassword: password });
  secrets["renewed token"] = changed.body.sessionToken;
  const token = changed.body.sessionToken;
  const as = <E extends EndpointSpec>(spec: E, input: Request<E>) => call(app.url, token, spec, input);
  const signedIn = await call(app.url, null, login, { email: admin.email, password });
  secrets["header token"] = signedIn.body.sessionToken;
  for (const [whole = "", name = "", value = ""] of (signedIn.headers.get("set-cookie") ?? "").matchAll(
    /(footnote[\w-]*)=([\w-]{43})/g,
  ))
    secrets[`cookie ${name} ${whole.length}`] = value;
  remember(await call(app.url, null, login, { email: admin.email, password: wrongPassword }));
  remember(
    await as(changePassword, {
      currentPassword: wrongPassword,
      newPassword: wrongPassword,
    }),
  );
  remember(await as(changePassword, { currentPassword: password, newPassword: "short" }));
  await call(app.url, null, forgotPassword, { email: admin.email });

  await as(updateCompany, {
    id: companyId,
    openaiApiKey: secrets["model key"],
    xaiApiKey: secrets["second model key"],
  });
  remember(await as(updateCompany, { id: companyId, openaiApiKey: `${secrets["model key"]} with spaces` }));
  await as(checkModelKey, { id: companyId, modelType: "smart" });
  const hook = await as(createWebhook, {
    name: "Receiver",
    url: "https://127.0.0.1:1/in",
    events: ["document.ready"],
  });
  secrets["webhook secret"] = hook.body.secret.replace("whsec_", "");
  const { id: webhookId } = hook.body.webhook;
  const rotated = await as(rotateWebhookSecret, { id: webhookId });
  secrets["rotated webhook secret"] = rotated.body.secret.replace("whsec_", "");
  await as(testWebhook, { id: webhookId });
  const streamSecret = "Bearer CANARY-stream-660147";
  secrets["stream header"] = streamSecret;
  await as(setRecordStream, {
    address: "https://127.0.0.1:1/raw",
    header: "Authorization",
    secret: streamSecret,
  });
  await as(testRecordStream, {});
  remember(await as(setRecordStream, { secret: `${streamSecret}\n` + "x".repeat(4000) }));
  const invited = await as(inviteUser, { email: "canary@example.com", role: "agent", workspaceId });
  secrets["temporary password"] = String(invited.body.tempPassword);
  remember(await as(inviteUser, { email: "canary@example.com", role: "agent", workspaceId }));

  const begun = (await as(beginSecondFactor, { password })).body;
  secrets["second factor"] = begun.secret;
  const confirmed = await as(confirmSecondFactor, { code: codeAt(app, begun.secret) });
  for (const code of confirmed.body.recoveryCodes) secrets[`recovery code ${code.slice(0, 2)}`] = code;

  const { theme } = await buildTheme(
    { ...admin, call: (spec, input, extra) => call(app.url, token, spec, input, extra) },
    {
      text: `Rules\n\n1. Scope\nThe rule is called ${documentText}. It holds everywhere.\n`,
    },
  );
  model.behave({ kind: "status", status: 500 });
  remember(await as(ask, { themeId: theme.id, userQuery: "What is the rule called?", sessionId: "s" }));
  model.behave({ kind: "answer", reply: () => "The rule has a name [1]." });
  await as(ask, { themeId: theme.id, userQuery: "What is the rule called?", sessionId: "s" });

  const lists = [
    (await as(listUsers, {})).text,
    (await as(listCompanies, {})).text,
    (await as(listWebhooks, {})).text,
    (await as(listWebhookDeliveries, { id: webhookId })).text,
    (await as(getRecordStream, {})).text,
    (await superAdmin.call(listCompanies)).text,
    (await as(exportInteractions, {})).text,
    (await superAdmin.call(exportInteractions, {})).text,
  ];
  const audit = await withClient(app.connection, async (client) => {
    const { rows } = await client.query<{ text: string }>("select e::text as text from audit_events e");
    return rows.map((row) => row.text).join("\n");
  });
  const places: Record<string, string> = {
    "audit record": audit,
    log: lines.join("\n"),
    "lists and exports": lists.join("\n"),
    errors: errors.join("\n"),
    database: await dump(),
    "data folder": filesIn(app.services.config.dataDir),
  };
  const hits: string[] = [];
  for (const [place, text] of Object.entries(places)) {
    for (const [name, secret] of Object.entries(secrets)) {
      const forms = [
        secret,
        Buffer.from(secret).toString("base64"),
        Buffer.from(secret).toString("hex"),
        encodeURIComponent(secret),
        secret.replaceAll("-", ""),
      ];
      if (forms.some((form) => text.includes(form))) hits.push(`${name} in ${place}`);
    }
    if (/audit|log|errors/.test(place) && text.includes(documentText)) hits.push(`document text in ${place}`);
  }
  const letters = Object.values(places).reduce((sum, text) => sum + text.length, 0);
  console.info(
    `${Object.keys(secrets).length} canaries searched for in ${Object.keys(places).length} places, ${letters} characters: ${hits.length} hits`,
  );
  expect(hits).toEqual([]);
  // the search finds values that are there
  expect(places.database).toContain(documentText);
  expect(places.database).toContain(admin.email);
  expect(audit).toContain("model-key.set");
  expect(errors.length).toBeGreaterThan(4);
  expect(lines.length).toBeGreaterThan(0);
});

/** The text of all files except uploaded documents, which are the content people store here. */
function filesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter(
      (path) => statSync(path).isFile() && !path.endsWith("secret.key") && !path.includes(`${folder}/files/`),
    )
    .map((path) => readFileSync(path, "latin1"))
    .join("\n");
}

test("the program's own text contains no secret of any kind", () => {
  const tracked = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0").filter(Boolean);
  const isSecret =
    /sk-[A-Za-z0-9]{32,}|-----BEGIN [A-Z ]*PRIVATE KEY-----|AKIA[0-9A-Z]{16}|ghp_[A-Za-z0-9]{36}/;
  const found = tracked.filter(
    (path) =>
      /\.(ts|tsx|mjs|json|md|sql|css|html|txt)$/.test(path) && isSecret.test(readFileSync(path, "utf8")),
  );
  expect(tracked.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
