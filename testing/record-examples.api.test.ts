import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import { directoryEndpoints, endpoints } from "#contract/api.ts";
import { askWidget } from "#contract/answering/widget.ts";
import { createWidgetKey } from "#contract/identity/widget-keys.ts";
import { scimPath, urns } from "#contract/identity/scim.ts";
import { setRecordStream } from "#contract/evidence/record-stream.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { call, type Reply } from "./call.ts";
import { buildFullCompany, type FullCompany } from "./fixtures/full-company.ts";
import { idParameter, named } from "./fixtures/paths.ts";
import { buildSite, resourceOf } from "./fixtures/rows.ts";
import { goodInput, personFor, roleFor } from "./good-input.ts";
import { sampleBody } from "./sample.ts";
import { buildProvisionedCompany, type ScimReply } from "./scim.ts";
import { exampleOf } from "./example-of.ts";
import { recordTexts } from "./record-texts.ts";
import type { Example } from "#server/http/api-reference/describe-call.ts";

/** `npm run examples`: makes every call once and stores request and response for the API reference. */
test.runIf(process.env.RECORD_EXAMPLES === "1")(
  "every call is made once and recorded; files of text and streams by their beginning",
  async () => {
    const app = await startTestApp();
    try {
      const place = await buildSite(app);
      const company = await buildFullCompany(app);
      // off: an attempt to reach the receiver would show in the answer, or not
      await company.admin.call(setRecordStream, {
        address: "https://collector.example.com/raw",
        header: "Authorization",
        secret: "Bearer 3f9c",
        isActive: false,
      });
      const failed: string[] = [];
      const examples: Record<string, Example> = {};
      for (const { spec } of endpoints) {
        const isFile = typeof spec.answers === "object" || spec.answers === "spreadsheet";
        if (isFile || spec.answers === "events") continue;
        const person = await personFor(app, spec, place);
        // reading calls show a company with an ingested document and an answered question
        const kind = resourceOf(spec);
        const parameter = idParameter(spec);
        // what somebody is given must be given first
        const isGiven = spec.path.startsWith("/api/users/:id/desk/");
        const isRead =
          (spec.method === "GET" || asked.has(named(spec))) && roleFor(spec) !== "super_admin" && !isGiven;
        const { input, form } = isRead
          ? {
              input: {
                ...sampleBody(spec),
                ...(parameter && kind ? { [parameter]: company.ids[kind] } : {}),
              },
              form: {},
            }
          : await goodInput(app, spec, place, person);
        const sent: Record<string, unknown> = { ...input, ...queries[named(spec)]?.(company) };
        const isExamining = roleFor(spec) === "examiner";
        const reader = isExamining ? company.examiner : company.admin;
        const caller = isRead || isExamining ? reader : person;
        const token = spec.permission === "public" ? null : caller.token;
        const posted =
          spec.sends === "form" ? { form: new URLSearchParams(sent as Record<string, string>) } : form;
        const reply = await call(app.url, token, spec, sent as never, posted);
        if (reply.status !== (spec.status ?? 200))
          failed.push(`${named(spec)}: ${reply.status} ${reply.text.slice(0, 160)}`);
        else
          examples[named(spec)] = exampleOf(
            spec,
            { ...sent, ...filesIn(spec, form.form) },
            receivedFrom(spec, reply),
          );
      }
      await recordDirectory(app, (spec, sent, reply) => {
        if (reply.status >= 300) failed.push(`${named(spec)}: ${reply.status} ${reply.text.slice(0, 160)}`);
        else examples[named(spec)] = exampleOf(spec, sent, reply.body);
      });
      for (const [name, texts] of Object.entries(await recordTexts(app, company)))
        examples[name] = { ...examples[name], texts };
      await recordWidget(app, company, (sent, reply) => {
        if (reply.status >= 300)
          failed.push(`${named(askWidget)}: ${reply.status} ${reply.text.slice(0, 160)}`);
        else examples[named(askWidget)] = exampleOf(askWidget, sent, reply.body);
      });
      expect(failed).toEqual([]);
      const sorted = Object.fromEntries(Object.entries(examples).toSorted(([a], [b]) => (a < b ? -1 : 1)));
      writeFileSync(
        join(import.meta.dirname, "../server/http/api-reference/examples.gen.json"),
        `${JSON.stringify(sorted, null, 1)}\n`,
      );
    } finally {
      await app.close();
    }
  },
);

/** The names of the uploaded files, as the API reference shows them. */
function filesIn({ uploads }: EndpointSpec, form: FormData | undefined): Record<string, unknown> {
  if (uploads === undefined || form === undefined) return {};
  const names = form.getAll(uploads.field).map((file) => (file as File).name);
  return { [uploads.field]: uploads.field === "file" ? names[0] : names };
}

/** The JSON of a response, the text of any other, or where it redirects. */
function receivedFrom({ answers }: EndpointSpec, { body, text, headers }: Reply<EndpointSpec>): unknown {
  if (answers === "redirect") return headers.get("location");
  return answers === undefined ? body : text;
}

/** The call of a widget, which takes no other key. */
async function recordWidget(
  app: TestApp,
  { admin, theme }: FullCompany,
  keep: (sent: Record<string, unknown>, reply: Reply<typeof askWidget>) => void,
): Promise<void> {
  const allowedOrigins = ["https://www.example.com"];
  const { body } = await admin.call(createWidgetKey, {
    name: "Help pages",
    themeId: theme.id,
    allowedOrigins,
  });
  const sent = { question, visitor: "4f0c2b7e9a1d4c5f8b3e6a7d", conversation: "b1d6e0f94c7a4e2d9f80c3a5" };
  keep(sent, await call(app.url, body.widget?.key ?? "", askWidget, sent));
}

/** The calls of a company's directory, in an order in which each finds its target. */
async function recordDirectory(
  app: TestApp,
  keep: (spec: EndpointSpec, sent: Record<string, unknown>, reply: ScimReply) => void,
): Promise<void> {
  const { directory, domain } = await buildProvisionedCompany(app);
  const address = `ada@${domain}`;
  const onlyAda = encodeURIComponent(`userName eq "${address}"`);
  const ids: Record<string, string> = { ResourceTypes: "User", Schemas: urns.user };
  const bodies: Record<string, () => Record<string, unknown>> = {
    "POST /Users": () => ({
      schemas: [urns.user],
      externalId: "00ujl29u0le5T6Aj10h7",
      userName: address,
      name: { givenName: "Ada", familyName: "Byron" },
      emails: [{ value: address, type: "work", primary: true }],
      active: true,
    }),
    "PUT /Users/:id": () => ({
      schemas: [urns.user],
      userName: address,
      name: { givenName: "Ada", familyName: "Lovelace" },
    }),
    "PATCH /Users/:id": () => ({
      schemas: [urns.patch],
      Operations: [{ op: "replace", path: "active", value: false }],
    }),
    "POST /Groups": () => ({
      schemas: [urns.group],
      displayName: "Policy owners",
      members: [{ value: ids.Users }],
    }),
    "PUT /Groups/:id": () => ({ schemas: [urns.group], displayName: "Owners of policies" }),
    "PATCH /Groups/:id": () => ({
      schemas: [urns.patch],
      Operations: [{ op: "remove", path: `members[value eq "${ids.Users}"]` }],
    }),
  };
  const order = ["POST", "GET", "PUT", "PATCH", "DELETE"];
  const calls = directoryEndpoints
    .map(({ spec }) => spec)
    // the group's member is deleted last
    .toSorted(
      (a, b) =>
        order.indexOf(a.method) - order.indexOf(b.method) ||
        Number(a.method === "DELETE" && a.path.includes("Users")) -
          Number(b.method === "DELETE" && b.path.includes("Users")),
    );
  for (const spec of calls) {
    const path = spec.path.slice(scimPath.length);
    const kind = path.split("/")[1] ?? "";
    const sent = bodies[`${spec.method} ${path}`]?.() ?? {};
    const query = path === "/Users" && spec.method === "GET" ? `?filter=${onlyAda}` : "";
    const reply = await directory.send(
      spec.method,
      path.replace(":id", ids[kind] ?? "") + query,
      spec.body === undefined ? undefined : sent,
    );
    if (spec.method === "POST") ids[kind] = reply.body.id;
    const [told, answered] = JSON.parse(JSON.stringify([sent, reply]).replaceAll(domain, "example.com")) as [
      typeof sent,
      ScimReply,
    ];
    keep(spec, told, answered);
  }
}

/** Changes nothing but the record, and its example shows more with ingested content. */
const asked = new Set(["POST /api/chat", "POST /api/v1/answers", "POST /api/v1/passages"]);
const question = "How many days does a customer have to return an unopened product?";

/** Query parameters, and the fields of a partial update: if all fields are optional, the schema shows neither. */
const queries: Record<string, (company: FullCompany) => Record<string, unknown>> = {
  "GET /api/retention/due/rows": () => ({ of: "interactions", months: 120 }),
  "GET /api/approved-answers/ways": ({ theme }) => ({ themeId: theme.id, question }),
  "GET /api/search": () => ({ search: "return" }),
  "GET /api/theme-activity": ({ theme }) => ({ ids: String(theme.id) }),
  "GET /api/v1/approved-answers": ({ theme }) => ({ themeId: theme.id }),
  "GET /api/v1/documents": ({ theme }) => ({ themeId: theme.id }),
  "POST /api/chat": ({ theme }) => ({ themeId: theme.id, userQuery: question, sessionId: "chat-2026-11-24" }),
  "POST /api/examination/bundles": ({ theme }) => ({ reason: "File 12", themeIds: [theme.id] }),
  "POST /api/sign-on/scim-tokens": () => ({ name: "Okta" }),
  "POST /api/v1/answers": ({ theme }) => ({ themeId: theme.id, question }),
  "POST /api/v1/passages": ({ theme }) => ({ themeId: theme.id, question }),
  "PUT /api/approved-answers/:id": () => ({ otherQuestions: ["Until when is a return free?"] }),
  "PUT /api/v1/approved-answers/:id": () => ({ reviewOn: "2027-06-30" }),
  "PUT /api/companies/:id": () => ({ description: "Retail bank, 40 branches" }),
  "PUT /api/documents/:id/tags": () => ({ topicTags: ["Refunds"] }),
  "PUT /api/help/:id": () => ({ title: "How do I rate an answer?" }),
  "PUT /api/leads/:id": () => ({ status: "contacted" }),
  "PUT /api/models/:id": () => ({ inputPrice: 3 }),
  "PUT /api/retention": () => ({ interactions: 84 }),
  "PUT /api/reviews/rules": () => ({ samplePercent: 5 }),
  "PUT /api/themes/:id": () => ({ purpose: "Returns and refunds of electronics" }),
  "PUT /api/users/:id": () => ({ firstName: "Ada", lastName: "Byron" }),
  "PUT /api/record/stream": () => ({ header: "Authorization", isActive: true }),
  "PUT /api/webhooks/:id": () => ({ events: ["document.ready", "document.failed"] }),
  "PUT /api/workspaces/:id": () => ({ description: "Service desk" }),
};
