import { expect, test } from "vitest";
import { nameTerms, unknownNames } from "./names.ts";

const knows =
  (...terms: string[]) =>
  (term: string) =>
    terms.includes(term);

test("reports a company that no document mentions, and no other", () => {
  const question = "How long is information confidential under LiiON's agreement with Acme Ltd.?";
  expect(unknownNames(question, knows("acm"))).toEqual(["LiiON", "Acme Ltd"]);
  expect(unknownNames(question, knows("acm", "liion", "ltd"))).toEqual([]);
});

test("reports a name of two words whole", () => {
  expect(unknownNames("What is the notice period in South Carolina for a tenant?", knows("south"))).toEqual([
    "South Carolina",
  ]);
});

test("does not take first words, abbreviations, years or figures for names", () => {
  expect(unknownNames("Refunds after the EBITDA of FY2022, or under GDPR 4.2?", knows())).toEqual([]);
});

test("ignores capitals when every word has one", () => {
  expect(unknownNames("What Is The Notice Period For Ending Tenancies?", knows())).toEqual([]);
  expect(unknownNames("Wie lang ist die Frist für den Widerruf der Bestellung?", knows())).toEqual([]);
  expect(
    unknownNames(
      "Consider the Mutual Agreement between Bosch and Solutions; must the Party notify?",
      knows(),
    ),
  ).toContain("Bosch");
});

test("gives the words of names more weight in any spelling", () => {
  expect([...nameTerms("What did American Express earn?")]).toEqual(["american", "express"]);
});

test("does not take the first word of a later sentence for a name", () => {
  const asked = "How long does a refund take? Please quote the rule. Tell me what Corvane says.";
  expect(unknownNames(asked, () => false)).toEqual(["Corvane"]);
});
