import { expect, test } from "vitest";
import { changeOf, type TestedSide } from "./compare.ts";

const side = (change: Partial<TestedSide>): TestedSide => ({
  ...{ outcome: "answered", text: "Within 30 days.", words: "within 30 days", versionId: 1, page: 1 },
  isRight: true,
  ...change,
});

test("a change is named by what it does to a right answer", () => {
  const wrong = { isRight: false };
  expect(changeOf(side({}), side(wrong))).toBe("broken");
  expect(changeOf(side(wrong), side({}))).toBe("fixed");
  expect(changeOf(side({}), side({ words: "within 45 days" }))).toBe("changed");
  expect(changeOf(side(wrong), side({ ...wrong, outcome: "abstained" }))).toBe("changed");
});

test("white space and another version of the same words change nothing, and a failure hides nothing", () => {
  expect(changeOf(side({}), side({ words: "within\n30  days", versionId: 2 }))).toBeNull();
  expect(changeOf(side({}), side({ outcome: "failed", isRight: false }))).toBe("failed");
  expect(changeOf(side({ outcome: "failed", isRight: false }), side({}))).toBe("failed");
});
