import { expect, test } from "vitest";
import { disagreement, numbersOf } from "./claim-facts.ts";

const between = (claim: string, span: string, around = "") => disagreement(claim, span, { around });

test("a number that the words do not hold is a disagreement, however it is written", () => {
  expect(numbersOf("1,200 units, thirty-five days, 2.0 times, twelve")).toEqual(["1200", "2", "35", "12"]);
  expect(between("Refunds take 30 days.", "Refunds take thirty (30) days.")).toBeNull();
  expect(between("Refunds take 60 days.", "Refunds take 30 days.")).toBe("number");
  expect(between("Rule 4.3 sets 30 days.", "The limit is 30 days.", "Refunds › 4.3 Late refunds")).toBeNull();
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

test("a freedom made a duty is a disagreement, and the other way round", () => {
  expect(between("The agent must ask for a receipt.", "The agent may ask for a receipt.")).toBe("modality");
  expect(between("The agent may ask for a receipt.", "The agent must ask for a receipt.")).toBe("modality");
});
