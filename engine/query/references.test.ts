import { expect, test } from "vitest";
import { defines, sectionsNamedIn, termsUsedIn } from "./references.ts";

test.each([
  ["The fee in section 5.2 applies; see Annex B and clause 7(a).", ["section 5.2", "Annex B", "clause 7(a)"]],
  ["5. Refunds\nAs Section 6 says. Schedule a visit with part of the team.", ["Section 6"]],
  ["Annex C\nCollateral as § 12 and Schedule II require.", ["§ 12", "Schedule II"]],
  ["Section 5 begins here. Section 5 ends there.", ["Section 5"]],
  ["A clause about articles in general, and 5 parts.", []],
])("%s refers to parts", (text, parts) => {
  expect(sectionsNamedIn(text)).toEqual(parts);
});

test.each([
  ["Every Eligible Employee gets leave; Eligible Employees keep it.", ["Eligible Employee"]],
  ["Claims go to the Plan Administrator. Eligible people may ask.", ["Plan Administrator"]],
  ["The Notice of Loss counts.", ["Notice of Loss"]],
  ["Nothing here is a term.", []],
  [
    "We pay the Premium back; a Premium is due. See the Notice of Loss by Friday.",
    ["Notice of Loss", "Premium", "Friday"],
  ],
])("%s uses terms", (text, terms) => {
  expect(termsUsedIn(text)).toEqual(terms);
});

test.each([
  ["“Eligible Employee” means a person who works 20 hours.", true],
  ["Eligible Employees are persons; an Eligible Employee shall mean one of them.", true],
  ["'Eligible Employee' has the meaning given below.", true],
  ["An Eligible Employee may ask for leave.", false],
  ["This means that nobody is an Eligible Employee.", false],
])("%s", (text, isDefinition) => {
  expect(defines(text, "Eligible Employee")).toBe(isDefinition);
});
