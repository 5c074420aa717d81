import { expect, test } from "vitest";
import { allEndpoints as endpoints } from "#contract/api.ts";
import { scimPath } from "#contract/identity/scim.ts";
import { webhookEvents } from "#contract/notices/webhooks.ts";
import { api as reader, statusesIn, type Operation } from "#testing/described-calls.ts";
import { isText, statusesOf, type Examples } from "./describe-call.ts";
import { contractCalls, named } from "./described-calls.ts";
import recorded from "./examples.gen.json" with { type: "json" };

const { described, operationAt, responseOf, misfitOf } = reader;
const api = described as typeof described & {
  tags: { name: string }[];
  components: Record<string, Record<string, unknown>>;
  webhooks: Record<string, object>;
};
const operations = contractCalls.map((call) => {
  const operation = operationAt(call.method, call.path);
  if (operation === undefined) throw new Error(`${named(call)} is not described`);
  return { call, operation };
});
const examples: Examples = recorded;

test("every reference resolves, and every description is used by a call", () => {
  const references = new Set(
    [...JSON.stringify(api).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, path = ""]) => path),
  );
  const listed = ["schemas", "responses", "headers", "parameters"].flatMap((kind) =>
    Object.keys(api.components[kind] ?? {}).map((name) => `${kind}/${name}`),
  );
  expect([...references].toSorted()).toEqual(listed.toSorted());
});

test("every call names its allowed callers and refusals, in a group with a description", () => {
  expect(Object.values(api.paths).flatMap((path) => Object.values(path))).toHaveLength(endpoints.length);
  const groups = new Set(api.tags.map(({ name }) => name));
  for (const { call, operation } of operations) {
    expect(groups).toContain(call.noun);
    expect((operation as Operation & { description: string }).description).toMatch(
      /^(Open to|Needs the permission `[^`]+`: \w|Needs a SCIM token\.|Needs the key of a widget\.)/,
    );
    expect(Object.keys(operation.responses)).toContain("500");
  }
});

test("a directory's calls are described in SCIM's own media type, refusals included", () => {
  const ofDirectories = operations.filter(({ call }) => call.path.startsWith(scimPath));
  expect(ofDirectories.length).toBeGreaterThan(15);
  for (const { call, operation } of ofDirectories) {
    expect(Object.keys(operation.requestBody?.content ?? { "application/scim+json": 0 })[0]).toBe(
      "application/scim+json",
    );
    for (const status of Object.keys(operation.responses).map(Number)) {
      const { content, headers } = responseOf(operation, status) ?? {};
      if (status !== 204) expect(Object.keys(content ?? {}), named(call)).toEqual(["application/scim+json"]);
      if (status < 300) expect(Object.keys(headers ?? {})).toContain("RateLimit");
    }
  }
});

test("a form is described with its one field, since other parts are refused", () => {
  const forms = operations.filter(({ call }) => call.uploads !== undefined);
  expect(forms.length).toBeGreaterThan(4);
  for (const { call, operation } of forms)
    expect(operation.requestBody?.content["multipart/form-data"]?.schema, named(call)).toMatchObject({
      required: [call.uploads?.field],
      additionalProperties: false,
    });
});

const parametersOf = ({ parameters }: Operation) =>
  parameters.flatMap(({ $ref }) => ($ref === undefined ? [] : [$ref.split("/").at(-1)]));

test("the headers that a call reads are its parameters, and a condition's refusal is described", () => {
  for (const { call, operation } of operations) {
    const creates = call.method === "POST" && call.permission !== "public" && call.repeats !== "none";
    expect(parametersOf(operation), named(call)).toEqual([
      ...(creates ? ["Idempotency-Key"] : []),
      ...(call.conditions ?? []),
    ]);
    const isGuarded = call.method !== "GET" && call.conditions !== undefined;
    expect(Object.keys(operation.responses).includes("412"), named(call)).toBe(isGuarded);
  }
});

test("the webhook payloads are described with their signature and every event", () => {
  expect(JSON.stringify(api.webhooks)).toContain("webhook-signature");
  const all = JSON.stringify(api.components.schemas);
  for (const event of [...webhookEvents, "webhook.test"]) expect(all).toContain(`"${event}"`);
});

test("a schema whose input and output differ is listed twice", () => {
  const { schemas } = api.components;
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(["Theme", "Error", "ModelName", "ModelNameInput"]),
  );
  expect(schemas.ModelName).not.toEqual(schemas.ModelNameInput);
});

/** The request and the responses of a call that show no example; of bytes there is none in JSON. */
function withoutExample({ operationId, requestBody, responses }: Operation): string[] {
  const done = Object.entries(responses).filter(([status]) => Number(status) < 400);
  const shown = [requestBody?.content, ...done.map(([, { content }]) => content)];
  return shown
    .flatMap((part) => Object.entries(part ?? {}))
    .flatMap(([type, { example, schema }]) =>
      example === undefined && (isText(type) || schema.format !== "binary")
        ? [`${operationId}: ${type}`]
        : [],
    );
}

test("every call shows an example of its input and its response, unless that is bytes", () => {
  const missing = operations.flatMap(({ operation }) => withoutExample(operation));
  expect(missing, "npm run examples records them").toEqual([]);
});

test("a call without an example is found", () => {
  const upload = api.paths["/api/v1/documents"]?.post;
  const bare = {
    ...upload,
    requestBody: { content: { "multipart/form-data": { schema: {} } } },
  } as Operation;
  expect(withoutExample(bare)).toEqual(["programDocuments.uploadProgramDocuments: multipart/form-data"]);
});

test("every recorded example is accepted by the schemas of its call, and so is each event of a stream", () => {
  const wrong = endpoints.flatMap(({ spec }) => {
    const { request, response, texts = {} } = examples[named(spec)] ?? {};
    const answers = spec.answers === undefined ? spec.output : undefined;
    const sent = spec.uploads === undefined ? spec.body?.safeParse(request) : undefined;
    const events = Object.values(texts)
      .flatMap((text) => text.split("\n"))
      .flatMap((line) => /^(?:data: )?(\{.*)/.exec(line)?.[1] ?? [])
      .map((event) => spec.events?.safeParse(JSON.parse(event)));
    return [sent, answers?.safeParse(response), ...events].flatMap((parsed) =>
      parsed?.success === false ? [`${named(spec)}: ${parsed.error.message}`] : [],
    );
  });
  expect(wrong, "npm run examples renews them").toEqual([]);
  const known = new Set(endpoints.map(({ spec }) => named(spec)));
  expect(Object.keys(examples).filter((name) => !known.has(name))).toEqual([]);
});

test("every example fits the schema of the response it stands in, and names no other status", () => {
  const seen = new Set<string>();
  for (const { call, operation } of operations)
    for (const status of Object.keys(operation.responses).map(Number)) {
      const { content = {} } = responseOf(operation, status) ?? {};
      for (const [type, { schema, example }] of Object.entries(content)) {
        if (!type.endsWith("json") || example === undefined) continue;
        const at = `${named(call)} ${status} ${type}`;
        expect(misfitOf(schema, example), at).toBeNull();
        if (status >= 400) for (const told of statusesIn(example)) expect(told, at).toBe(status);
        seen.add(String(status));
      }
    }
  expect([...seen]).toEqual(expect.arrayContaining(["200", "201", "202", "400", "503"]));
});

test("what a call returns at one of its statuses is described there alone", () => {
  const several = operations.filter(({ call }) => call.outputs !== undefined);
  expect(several.length).toBeGreaterThan(0);
  for (const { call, operation } of several)
    for (const status of statusesOf(call))
      for (const other of statusesOf(call)) {
        const [shown] = Object.values(responseOf(operation, status)?.content ?? {});
        const [described] = Object.values(responseOf(operation, other)?.content ?? {});
        const misfit = misfitOf(described?.schema ?? {}, shown?.example);
        expect(misfit === null, `${named(call)}: ${status} as ${other}`).toBe(status === other);
      }
});

test("the events of every streaming call are described", () => {
  const streaming = operations.filter(({ call }) => call.events !== undefined);
  expect(streaming.map(({ call }) => named(call)).toSorted()).toEqual([
    "GET /api/events",
    "GET /api/record/export",
    "POST /api/chat",
    "POST /api/v1/answers",
  ]);
  for (const { call, operation } of streaming) {
    const contents = Object.values(operation.responses).flatMap(({ content }) =>
      Object.values(content ?? {}),
    );
    const events = contents.flatMap(({ schema }) => schema.contentSchema?.items ?? []);
    expect(events, named(call)).toHaveLength(1);
    for (const schema of events) expect(misfitOf(schema, { type: "made up" })).not.toBeNull();
  }
});

/** All texts of the recorded examples, by their field. */
function textsIn(value: unknown, field = ""): [string, string][] {
  if (typeof value === "string") return [[field, value]];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, field));
  return Object.entries(value ?? {}).flatMap(([name, item]) => textsIn(item, name));
}

test("the examples' names are of different things: no theme is called like its company, and people differ", () => {
  const all = textsIn(recorded);
  const valuesOf = (field: string) =>
    new Set(all.filter(([name]) => name === field).map(([, value]) => value));
  const companies = valuesOf("companyName");
  expect(companies.size).toBeGreaterThan(0);
  for (const field of ["themeName", "workspaceName", "createdBy", "email"])
    expect(
      [...valuesOf(field)].filter((value) => companies.has(value)),
      field,
    ).toEqual([]);
  for (const field of ["email", "firstName", "lastName", "themeName"])
    expect(valuesOf(field).size, field).toBeGreaterThan(3);
});

test("an example reveals nothing of the test that made it", () => {
  const written = textsIn(recorded)
    .map(([, value]) => value)
    .join("\n");
  expect(written).not.toMatch(/fn[ksw]_[\w-]{43}|Bearer [\w-]{20}|127\.0\.0\.1|-[0-9a-f]{8,12}@/);
  expect(written).not.toMatch(/Test (?:\w+_)?(?:admin|agent|examiner)|A sentence that is|Fresh|\bmatrix\b/);
});
