import { expect, test } from "vitest";
import { endpoints } from "#contract/index.ts";
import { describeApi } from "./describe-api.ts";

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

test("every reference leads to something, and nothing is described that no call uses", () => {
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

test("every call says who may use it and how it refuses, in a group that says what it is about", () => {
  expect(operations).toHaveLength(endpoints.length);
  const groups = new Set(api.tags.map(({ name }) => name));
  for (const { tags, description, responses } of operations) {
    expect(groups).toContain(tags[0]);
    expect(description).toMatch(/^(Open to|Needs the permission)/);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(["429", "500"]));
  }
});

test("a schema that is sent otherwise than it is answered is there twice", () => {
  const { schemas = {} } = api.components;
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(["Theme", "Error", "ModelChoice", "ModelChoiceInput"]),
  );
  expect(schemas.ModelChoice).not.toEqual(schemas.ModelChoiceInput);
});
