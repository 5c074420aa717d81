import { expect, test } from "vitest";
import { disagreement } from "./disagreement.ts";
import { turnsDirection } from "./directions.ts";
import { numbersOf } from "#engine/text/numbers.ts";

const between = (claim: string, span: string, around = "") => disagreement(claim, span, { around });

test("detects a number that the passage lacks, in any notation", () => {
  expect(numbersOf("1,200 units, thirty-five days, 2.0 times, twelve")).toEqual(["1200", "2", "35", "12"]);
  expect(between("Refunds take 30 days.", "Refunds take thirty (30) days.")).toBeNull();
  expect(between("Refunds take 60 days.", "Refunds take 30 days.")).toBe("number");
  expect(between("Rule 4.3 sets 30 days.", "The limit is 30 days.", "Refunds › 4.3 Late refunds")).toBeNull();
});

test("detects a number taken from another place of the passage", () => {
  const span = "From 1 March 2024 the fee is 12 euros; 30 days later it is 20 euros.";
  expect(between("From 1 March 2024 the fee is 12 euros.", span)).toBeNull();
  expect(between("From 30 March 2024 the fee is 12 euros.", span)).toBe("number");
  expect(between("The fee is 20 euros 30 days later.", span)).toBeNull();
  expect(between("The grace period is 14 days.", "The grace period is 7 days.", "Section 14")).toBe("number");
  expect(
    between("Under 14.2 the grace period is 7 days.", "The grace period is 7 days.", "14.2 Grace"),
  ).toBeNull();
});

test("detects another unit or currency", () => {
  const span =
    "Returns within thirty (30) days’ notice cost 12 EUR, 5 % of orders up to $1.5 million, at 2 to 8 °C.";
  for (const same of ["30 days", "€12", "12 euros", "5 percent", "5 per cent", "$1.5 million", "8 °C"])
    expect(between(`Returns cost ${same}.`, span), same).toBeNull();
  for (const other of [
    "30 months",
    "$12",
    "5 million",
    "$1.5 billion",
    "€1.5 million",
    "8 °F",
    "30 working days",
  ])
    expect(between(`Returns cost ${other}.`, span), other).toBe("number");
});

test("detects the opposite direction, unless a negation reverses it", () => {
  expect(between("Tell us before you travel.", "Tell us after you travel.")).toBe("direction");
  expect(between("The fee fell by a tenth.", "By a tenth the fee has increased.")).toBe("direction");
  expect(between("The minimum stay is a week.", "The maximum stay is a week.")).toBe("direction");
  expect(between("Tell us before you travel.", "Tell us before or after you travel.")).toBeNull();
  expect(turnsDirection("Loads stay below a tonne.", "A load must not exceed a tonne.")).toBe(false);
  expect(turnsDirection("Loads stay above a tonne.", "A load must not exceed a tonne.")).toBe(true);
});

test("detects a name that neither the passage nor its headings contain", () => {
  expect(between("Claims go to Harbor Insurance.", "Claims go to Corvane Insurance.")).toBe("name");
  expect(between("Claims go to Corvane Insurance.", "Claims go to Corvane Insurance.")).toBeNull();
});

test("detects exchanged names and words, but accepts paraphrases", () => {
  const span = "The fee of the Gold plan is waived; the Silver plan has none. The insurer tells the broker.";
  expect(between("The fee of the Gold plan is waived.", span)).toBeNull();
  expect(between("The fee of the Silver plan is waived.", span)).toBe("place");
  expect(between("The insurer informs the broker.", span)).toBeNull();
  const other = "After a loss the insurer tells the broker at once.";
  expect(between("After a loss the broker tells the insurer at once.", other)).toBe("place");
});

test("detects a statement that only one side negates", () => {
  expect(between("Opened goods can be returned.", "Opened goods cannot be returned.")).toBe("negation");
  expect(between("Opened goods get a refund.", "No refund is given for opened goods.")).toBe("negation");
  expect(between("Smoking is allowed here.", "Smoking is prohibited here.")).toBe("negation");
});

test("accepts a negation of something else, or the same negation in other words", () => {
  const span = "A customer may return goods within 30 days, but shipping is not refunded.";
  expect(between("Goods may be returned within 30 days.", span)).toBeNull();
  expect(between("Shipping is refunded.", span)).toBe("negation");
  expect(between("Opened goods are not refunded.", "No refund is given for opened goods.")).toBeNull();
});

test("counts every negation and modal verb in a near copy", () => {
  const span = "A driver without a licence may use the yard, and may park there for the whole shift.";
  expect(between(span, span)).toBeNull();
  expect(between(span.replace("without", "with"), span)).toBe("negation");
  expect(between(span.replace("may park", "must park"), span)).toBe("modality");
});

test("detects 'may' made 'must', and the reverse", () => {
  expect(between("The agent must ask for a receipt.", "The agent may ask for a receipt.")).toBe("modality");
  expect(between("The agent may ask for a receipt.", "The agent must ask for a receipt.")).toBe("modality");
});
