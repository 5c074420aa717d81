import { expect, test } from "vitest";
import { allEndpoints as endpoints } from "#contract/api.ts";
import { webhookEvents } from "#contract/notices/webhooks.ts";
import { describeApi } from "./describe-api.ts";
import type { Example } from "./describe-api.ts";
import recorded from "./examples.gen.json" with { type: "json" };

type Shown = { example?: unknown; schema?: { format?: string; contentMediaType?: string } };
type Operation = {
  operationId: string;
  tags: string[];
  description: string;
  requestBody?: { content: Record<string, Shown> };
  responses: Record<
    string,
    { $ref?: string; content?: Record<string, Shown>; headers?: Record<string, Shown> }
  >;
};
const api = describeApi() as {
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
};
const operations = Object.values(api.paths).flatMap((path) => Object.values(path));

test("every reference resolves, and every description is used by a call", () => {
  const references = new Set(
    [...JSON.stringify(api).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, path = ""]) => path),
  );
  const described = ["schemas", "responses"].flatMap((kind) =>
    Object.keys(api.components[kind] ?? {}).map((name) => `${kind}/${name}`),
  );
  expect([...references].toSorted()).toEqual(described.toSorted());
});

test("every call names its allowed callers and refusals, in a group with a description", () => {
  expect(operations).toHaveLength(endpoints.length);
  const groups = new Set(api.tags.map(({ name }) => name));
  for (const { tags, description, responses } of operations) {
    expect(groups).toContain(tags[0]);
    expect(description).toMatch(
      /^(Open to|Needs the permission `[^`]+`: \w|Needs a SCIM token\.|Needs the key of a widget\.)/,
    );
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(["429", "500"]));
  }
});

test("the webhook payloads are described with their signature and every event", () => {
  const { webhooks, components } = describeApi() as typeof api & { webhooks: Record<string, object> };
  expect(JSON.stringify(webhooks)).toContain("webhook-signature");
  const message = JSON.stringify(components.schemas?.WebhookMessage);
  for (const event of [...webhookEvents, "webhook.test"]) expect(message).toContain(`"${event}"`);
});

test("a schema whose input and output differ is listed twice", () => {
  const { schemas = {} } = api.components;
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(["Theme", "Error", "ModelName", "ModelNameInput"]),
  );
  expect(schemas.ModelName).not.toEqual(schemas.ModelNameInput);
});

/** The request and the response of a call that show no example; a file or a stream needs none. */
function withoutExample({ operationId, requestBody, responses }: Operation): string[] {
  const needsNone = (schema: Shown["schema"]) =>
    schema?.format === "binary" || schema?.contentMediaType === "text/event-stream";
  const done = Object.entries(responses).filter(([status]) => Number(status) < 400);
  const shown = [requestBody?.content, ...done.flatMap(([, { content, headers }]) => [content, headers])];
  return shown
    .flatMap((part) => Object.entries(part ?? {}))
    .flatMap(([name, { example, schema }]) =>
      example === undefined && !needsNone(schema) ? [`${operationId}: ${name}`] : [],
    );
}

test("every call shows an example of its input and its response, unless that is a file or a stream", () => {
  expect(operations.flatMap(withoutExample), "npm run examples records them").toEqual([]);
});

test("a call without an example is found", () => {
  const upload = api.paths["/api/v1/documents"]?.post;
  const bare = { ...upload, requestBody: { content: { "multipart/form-data": {} } } } as Operation;
  expect(withoutExample(bare)).toEqual(["programDocuments.uploadProgramDocuments: multipart/form-data"]);
});

test("every recorded example is accepted by the schemas of its call", () => {
  const examples: Record<string, Example | undefined> = recorded;
  const wrong = endpoints.flatMap(({ spec }) => {
    const { request, response } = examples[`${spec.method} ${spec.path}`] ?? {};
    const answers = spec.answers === undefined ? spec.output : undefined;
    return [spec.body?.safeParse(request), answers?.safeParse(response)].flatMap((parsed) =>
      parsed?.success === false ? [`${spec.method} ${spec.path}: ${parsed.error.message}`] : [],
    );
  });
  expect(wrong, "npm run examples renews them").toEqual([]);
  const known = new Set(endpoints.map(({ spec }) => `${spec.method} ${spec.path}`));
  expect(Object.keys(examples).filter((name) => !known.has(name))).toEqual([]);
});

test("an example reveals nothing of the test that made it", () => {
  expect(JSON.stringify(recorded)).not.toMatch(
    /fn[ksw]_[\w-]{43}|Bearer [\w-]{20}|127\.0\.0\.1|-[0-9a-f]{10}@example/,
  );
});
