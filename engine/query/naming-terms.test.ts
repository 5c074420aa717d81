import { expect, test } from "vitest";
import { termsOf } from "#engine/text/analyze.ts";
import { namingTerms, withoutNaming } from "./naming-terms.ts";

const namesOf = (...titles: string[]) => {
  const known = termsOf(titles.join(" "));
  return (term: string) => known.has(term);
};

test.each([
  ['Consider "Viber Messenger"\'s privacy policy; does it collect location?', "privaci polici viber messeng"],
  ["In Viber's privacy policy, is my location tracked?", "viber privaci polici"],
  ["Is my location tracked according to the Viber privacy policy?", "viber privaci polici"],
  ["What does our viber retention policy say about backups?", "viber retent polici"],
  [
    "Under the Mutual Agreement between Viber and Allazo Electronics, who may copy it?",
    "viber allazo electron",
  ],
])("%s", (question, terms) => {
  const naming = namingTerms(question, namesOf("Viber"));
  for (const term of terms.split(" ")) expect(naming).toContain(term);
  for (const term of ["locat", "track", "copi", "backup"]) expect(naming).not.toContain(term);
});

test("names no document by words that many documents share", () => {
  expect(namingTerms("Does the privacy policy allow tracking?", namesOf("Viber"))).toEqual(new Set());
  expect(namingTerms("Does Viber track my location?", namesOf("Viber"))).toEqual(new Set());
});

test("weighs numbers and words about the document itself as usual", () => {
  const names = namesOf("Travel");
  expect(namingTerms("In the travel policy, who approves travel abroad?", names)).not.toContain("travel");
  expect([...namingTerms("In the Travel Policy 2024, who approves?", names)]).toEqual(["travel", "polici"]);
});

test("reads ten thousand capital letters in linear time", () => {
  const long = "Viber and Policy, ".repeat(5_000);
  const started = performance.now();
  namingTerms(long, namesOf("Viber"));
  expect(performance.now() - started).toBeLessThan(1_000);
});

test.each([
  ['Consider "Viber Messenger"\'s privacy policy; does it collect location?', "does it collect location?"],
  ["In Viber's privacy policy, is my location tracked?", "is my location tracked?"],
  [
    "Is my location tracked according to the Viber privacy policy?",
    "Is my location tracked according to the ?",
  ],
  [
    "Consider the Agreement between Viber and Allazo Electronics, Inc.; Who may copy it?",
    "Inc.; Who may copy it?",
  ],
  [
    "Since we moved to the new office last year and read Viber's privacy policy, is my location tracked?",
    "Since we moved to the new office last year and read , is my location tracked?",
  ],
  ["Does Viber track my location?", "Does Viber track my location?"],
  ["Viber's privacy policy", "Viber's privacy policy"],
  ["Explain the Viber privacy policy", "Explain the Viber privacy policy"],
])("removes the phrase that only names the document: %s", (question, matter) => {
  expect(withoutNaming(question, namesOf("Viber"))).toBe(matter);
});
