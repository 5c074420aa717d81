import { expect, test } from "vitest";
import { disagreement } from "./disagreement.ts";
import { numbersOf } from "./numbers.ts";

const between = (claim: string, span: string, around = "") => disagreement(claim, span, { around });

test("a number that the words do not hold is a disagreement, however it is written", () => {
  expect(numbersOf("1,200 units, thirty-five days, 2.0 times, twelve")).toEqual(["1200", "2", "35", "12"]);
  expect(between("Refunds take 30 days.", "Refunds take thirty (30) days.")).toBeNull();
  expect(between("Refunds take 60 days.", "Refunds take 30 days.")).toBe("number");
  expect(between("Rule 4.3 sets 30 days.", "The limit is 30 days.", "Refunds › 4.3 Late refunds")).toBeNull();
});

test("a number that stands in the place of another one is a disagreement, though the words hold it elsewhere", () => {
  const span = "From 1 March 2024 the fee is 12 euros; 30 days later it is 20 euros.";
  expect(between("From 1 March 2024 the fee is 12 euros.", span)).toBeNull();
  expect(between("From 30 March 2024 the fee is 12 euros.", span)).toBe("number");
  expect(between("The fee is 20 euros 30 days later.", span)).toBeNull();
  expect(between("The grace period is 14 days.", "The grace period is 7 days.", "Section 14")).toBe("number");
  expect(
    between("Under 14.2 the grace period is 7 days.", "The grace period is 7 days.", "14.2 Grace"),
  ).toBeNull();
});

test("a name that stands neither in the words nor in the headings is a disagreement", () => {
  expect(between("Claims go to Harbor Insurance.", "Claims go to Corvane Insurance.")).toBe("name");
  expect(between("Claims go to Corvane Insurance.", "Claims go to Corvane Insurance.")).toBeNull();
});

test("what is denied in one and said in the other is a disagreement", () => {
  expect(between("Opened goods can be returned.", "Opened goods cannot be returned.")).toBe("negation");
  expect(between("Opened goods get a refund.", "No refund is given for opened goods.")).toBe("negation");
  expect(between("Smoking is allowed here.", "Smoking is prohibited here.")).toBe("negation");
});

test("a denial of something else, or of the same in other words, is none", () => {
  const span = "A customer may return goods within 30 days, but shipping is not refunded.";
  expect(between("Goods may be returned within 30 days.", span)).toBeNull();
  expect(between("Shipping is refunded.", span)).toBe("negation");
  expect(between("Opened goods are not refunded.", "No refund is given for opened goods.")).toBeNull();
});

test("in a near copy every denial and every modal verb counts", () => {
  const span = "A driver without a licence may use the yard, and may park there for the whole shift.";
  expect(between(span, span)).toBeNull();
  expect(between(span.replace("without", "with"), span)).toBe("negation");
  expect(between(span.replace("may park", "must park"), span)).toBe("modality");
});

test("a freedom made a duty is a disagreement, and the other way round", () => {
  expect(between("The agent must ask for a receipt.", "The agent may ask for a receipt.")).toBe("modality");
  expect(between("The agent may ask for a receipt.", "The agent must ask for a receipt.")).toBe("modality");
});
