import { expect, test } from "vitest";
import { callsOfContract } from "./describe-api.ts";
import { describeFields } from "./describe-fields.ts";
import { fields } from "./fields.ts";

test("every input and output field is described", () => {
  const bare = describeFields(callsOfContract()).filter(({ isDescribed, words }) => !isDescribed && !words);
  expect(bare.map(({ place }) => place)).toEqual([]);
});

test("every line of the list describes a field", () => {
  const given = new Set(describeFields(callsOfContract()).map(({ words }) => words));
  expect(Object.entries(fields).filter(([, words]) => !given.has(words))).toEqual([]);
});

test("the full path takes precedence over its last parts, and those over the name", () => {
  const api = {
    paths: {},
    components: {
      schemas: { RecordEvent: { properties: { before: {} } }, Other: { properties: { before: {} } } },
    },
  };
  expect(describeFields(api).map(({ words }) => words)).toEqual([
    fields["RecordEvent.before"],
    fields.before,
  ]);
});
