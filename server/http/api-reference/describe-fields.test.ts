import { expect, test } from "vitest";
import { callsOfContract } from "./describe-api.ts";
import { describeFields } from "./describe-fields.ts";
import { fields } from "./fields.ts";

test("every field that is sent or answered is described", () => {
  const bare = describeFields(callsOfContract()).filter(({ isDescribed, words }) => !isDescribed && !words);
  expect(bare.map(({ place }) => place)).toEqual([]);
});

test("every line of the list describes a field", () => {
  const given = new Set(describeFields(callsOfContract()).map(({ words }) => words));
  expect(Object.entries(fields).filter(([, words]) => !given.has(words))).toEqual([]);
});

test("the whole place comes before its last parts, and they before the name", () => {
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
