import { expect, test } from "vitest";
import { allEndpoints as endpoints } from "#server/nouns.ts";
import { webhookEvents } from "#contract/webhooks.ts";
import { describeApi } from "./describe-api.ts";
import type { Example } from "./describe-api.ts";
import recorded from "./examples.gen.json" with { type: "json" };

type Operation = {
  tags: string[];
  description: string;
  responses: Record<string, { $ref?: string; content?: object }>;
};
const api = describeApi() as {
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
};
const operations = Object.values(api.paths).flatMap((path) => Object.values(path));

test("every reference resolves, and every description is used by a call", () => {
  const references = new Set(
    [...JSON.stringify(api).matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)].map(
      ([, kind = "", name = ""]) => `${kind}/${name}`,
    ),
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
    expect(description).toMatch(/^(Open to|Needs the permission)/);
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
    expect.arrayContaining(["Theme", "Error", "ModelChoice", "ModelChoiceInput"]),
  );
  expect(schemas.ModelChoice).not.toEqual(schemas.ModelChoiceInput);
});

test("every call that takes or returns JSON shows a recorded example that its schemas accept", () => {
  const examples: Record<string, Example | undefined> = recorded;
  const wrong = endpoints.flatMap(({ spec }) => {
    const { request, response } = examples[`${spec.method} ${spec.path}`] ?? {};
    const takes = spec.sends === "multipart" || spec.answers !== undefined ? undefined : spec.body;
    const answers = spec.answers === undefined ? spec.output : undefined;
    return [takes?.safeParse(request), answers?.safeParse(response)].flatMap((parsed) =>
      parsed?.success === false ? [`${spec.method} ${spec.path}: ${parsed.error.message}`] : [],
    );
  });
  expect(wrong, "npm run examples makes them anew").toEqual([]);
  const known = new Set(endpoints.map(({ spec }) => `${spec.method} ${spec.path}`));
  expect(Object.keys(examples).filter((name) => !known.has(name))).toEqual([]);
});

test("an example reveals nothing of the test that made it", () => {
  expect(JSON.stringify(recorded)).not.toMatch(
    /fn[ks]_[\w-]{43}|Bearer [\w-]{20}|127\.0\.0\.1|-[0-9a-f]{10}@example/,
  );
});
