import { expect, test } from "vitest";
import { nameTerms, unknownNames } from "./names.ts";

const knows =
  (...terms: string[]) =>
  (term: string) =>
    terms.includes(term);

test("a company that no document mentions is noticed, one that is known is not", () => {
  const question = "How long is information confidential under LiiON's agreement with Acme Ltd.?";
  expect(unknownNames(question, knows("acm"))).toEqual(["LiiON", "Ltd"]);
  expect(unknownNames(question, knows("acm", "liion", "ltd"))).toEqual([]);
});

test("the first word, abbreviations, years and figures are no names", () => {
  expect(unknownNames("Refunds after the EBITDA of FY2022, or under GDPR 4.2?", knows())).toEqual([]);
});

test("where every word has a capital, capitals say nothing", () => {
  expect(unknownNames("What Is The Notice Period For Ending Tenancies?", knows())).toEqual([]);
  expect(unknownNames("Wie lang ist die Frist für den Widerruf der Bestellung?", knows())).toEqual([]);
  expect(
    unknownNames(
      "Consider the Mutual Agreement between Bosch and Solutions; must the Party notify?",
      knows(),
    ),
  ).toContain("Bosch");
});

test("the words of names weigh more, however they are written", () => {
  expect([...nameTerms("What did American Express earn?")]).toEqual(["american", "express"]);
});

test("the first word of a further sentence is no name", () => {
  const asked = "How long does a refund take? Please quote the rule. Tell me what Corvane says.";
  expect(unknownNames(asked, () => false)).toEqual(["Corvane"]);
});
