import { expect, test } from "vitest";
import { english } from "#engine/text/language.ts";
import { askedTerm, saysWhatItIs } from "./definition.ts";

const says = (question: string, sentence: string) => saysWhatItIs(sentence, askedTerm(question, english));

test.each([
  ["What is Stride?", "The Stride Installment Plan is a closed-end loan with fixed payments."],
  ["what's a grace period", "Grace period means the ten days after the due date."],
  ["What are blackout dates?", "Blackout dates: days on which no ticket can be changed."],
  ["What does CareCover mean?", "CareCover is a service contract."],
])("%s is answered by a sentence that says what it is", (question, sentence) => {
  expect(says(question, sentence)).toBe(true);
});

test.each([
  ["What is Stride?", "This policy says how the Stride Installment Plan is offered."],
  ["What is a deductible?", "A deductible is not charged for a second visit."],
  ["What is Stride?", "Stride installments may be paid early."],
  ["What is the deductible for a second visit in Ohio?", "The deductible for a second visit in Ohio is $40."],
  ["Is Stride a loan?", "Stride is a loan."],
])("%s is not: %s", (question, sentence) => {
  expect(says(question, sentence)).toBe(false);
});

test("other languages have other words for it", () => {
  expect(askedTerm("What is Stride?", { ...english, code: "de" })).toEqual([]);
});
