import { expect, test } from "vitest";
import { stem } from "./porter.ts";

test.each([
  ["caresses", "caress"],
  ["ponies", "poni"],
  ["policies", "polici"],
  ["policy", "polici"],
  ["agreed", "agre"],
  ["plastered", "plaster"],
  ["motoring", "motor"],
  ["sing", "sing"],
  ["conflated", "conflat"],
  ["sized", "size"],
  ["hopping", "hop"],
  ["falling", "fall"],
  ["filing", "file"],
  ["happy", "happi"],
  ["sky", "sky"],
  ["relational", "relat"],
  ["conditional", "condit"],
  ["digitizer", "digit"],
  ["operator", "oper"],
  ["decisiveness", "decis"],
  ["sensibility", "sensibl"],
  ["formalize", "formal"],
  ["electrical", "electr"],
  ["goodness", "good"],
  ["allowance", "allow"],
  ["replacement", "replac"],
  ["adjustment", "adjust"],
  ["adoption", "adopt"],
  ["effective", "effect"],
  ["probate", "probat"],
  ["cease", "ceas"],
  ["controlling", "control"],
  ["apology", "apolog"],
])("'%s' is searched as '%s'", (word, expected) => {
  expect(stem(word)).toBe(expected);
});

test("words of one or two letters stay as they are", () => {
  expect(["is", "as", "a"].map(stem)).toEqual(["is", "as", "a"]);
});

test("the forms of one word meet", () => {
  const forms = ["disclose", "disclosed", "discloses", "disclosing"];
  expect(new Set(forms.map(stem))).toEqual(new Set(["disclos"]));
});
