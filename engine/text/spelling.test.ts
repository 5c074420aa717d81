import { expect, test } from "vitest";
import { analyze } from "./analyze.ts";
import { americanSpelling } from "./spelling.ts";

test.each([
  ["authorised", "authorized"],
  ["organisation", "organization"],
  ["recognising", "recognizing"],
  ["analysed", "analyzed"],
  ["behaviour", "behavior"],
  ["licences", "licenses"],
])("'%s' is read as '%s'", (british, american) => {
  expect(americanSpelling(british)).toBe(american);
});

test.each([
  "supervise",
  "exercise",
  "enterprise",
  "otherwise",
  "promise",
  "hours",
  "your",
  "raised",
  "franchise",
])("'%s' is spelt the same everywhere", (word) => {
  expect(americanSpelling(word)).toBe(word);
});

test("British text answers an American question", () => {
  expect(analyze("authorised organisations")).toEqual(analyze("authorized organizations"));
});

test("a noun and the verb of its family meet", () => {
  expect(analyze("disclosure, compliance, notification, retention")).toEqual(
    analyze("disclose, comply, notify, retain"),
  );
});
