import { expect, test } from "vitest";
import { holds } from "./answer-type.ts";

test.each([
  "The deposit is EUR 120²,³ and is paid back.",
  "A letter costs CHF 5.",
  "Pay 200 kr at the desk.",
  "It is £ 40 a year.",
  "The fee is 1,500 SEK.",
  "Twenty dollars are kept.",
  "Half of the first wage is kept.",
  "The fee is waived.",
])("an amount of money: %s", (text) => {
  expect(holds("amount", text, false)).toBe(true);
});

test.each(["ISO 9001 applies.", "A third party pays.", "Form B12 is signed.", "ABC 40 is a code."])(
  "no amount of money: %s",
  (text) => {
    expect(holds("amount", text, false)).toBe(false);
  },
);

test.each(["Within two days.", "After thirty (30) calendar days.", "It lasts 8 hours.", "Each month."])(
  "a length of time: %s",
  (text) => {
    expect(holds("duration", text, false)).toBe(true);
  },
);

test.each(["12.5% of the price", "ten percent", "a quarter of the rent", "three fifths of the members"])(
  "a share: %s",
  (text) => {
    expect(holds("share", text, false)).toBe(true);
  },
);
