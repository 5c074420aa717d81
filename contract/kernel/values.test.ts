import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { exactText, prose, requiredProse, requiredText, text } from "./values.ts";

const rules = {
  prose: prose(40),
  requiredProse: requiredProse(40, "Required."),
  text: text(40),
  requiredText: requiredText(40, "Required."),
  exactText: exactText("Required.").max(40),
};
const special = [
  "a",
  "é",
  " ",
  "\t",
  "\n",
  "\u0000",
  "\u0007",
  "\u007f",
  "\u00a0",
  "\u2028",
  "\u202e",
  "\u2069",
];
const written = fc
  .array(fc.oneof(fc.constantFrom(...special), fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 })), {
    maxLength: 12,
  })
  .map((parts) => parts.join(""));

test.each(Object.entries(rules))(
  "the description of %s accepts the same texts as its rule",
  (_name, rule) => {
    const described = z.toJSONSchema(rule, { io: "input" }) as { pattern: string; minLength?: number };
    const pattern = new RegExp(described.pattern);
    fc.assert(
      fc.property(written, (value) => {
        const isDescribed = value.length >= (described.minLength ?? 0) && pattern.test(value);
        expect(isDescribed, JSON.stringify(value)).toBe(rule.safeParse(value).success);
      }),
      { numRuns: 3000 },
    );
  },
);
