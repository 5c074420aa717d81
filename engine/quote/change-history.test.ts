import { expect, test } from "vitest";
import { evidenceOf, retrievedOf } from "#testing/evidence.ts";
import { answerExtractively } from "./extractive.ts";

const rows = [
  "Version\tDate\tChange",
  "4.1\tJune 1, 2025\tOpened laptops: 14 days instead of 30",
  "4.2\tMarch 1, 2026\tOne-time code for callers",
].join("\n");

const quotesFor = (question: string, text: string, section: string) =>
  answerExtractively(question, retrievedOf([evidenceOf(text, { section })])).sources.map(
    ({ quote }) => quote,
  );

test("a change history answers no question about a rule, under whatever heading its table stands", () => {
  expect(quotesFor("May opened laptops be returned after 14 days?", rows, "12. Version History")).toEqual([]);
  expect(quotesFor("May opened laptops be returned after 14 days?", rows, "Annex A")).toEqual([]);
});

test("a change history written as prose is recognized by its heading", () => {
  const prose = "In June opened laptops became returnable for 14 days instead of 30.";
  expect(quotesFor("May opened laptops be returned after 14 days?", prose, "A. Revision history")).toEqual(
    [],
  );
  expect(quotesFor("May opened laptops be returned after 14 days?", prose, "A. Returns")).toEqual([prose]);
});

test("a question about a change or a version may be answered from the change history", () => {
  expect(quotesFor("What changed about opened laptops?", rows, "12. Version History")).toEqual([rows]);
  expect(quotesFor("What came with 4.2 for callers?", rows, "Annex A")).toEqual([rows]);
});

test("numbered dates are no change history", () => {
  const plan =
    "Installment\tDue\tAmount\n1\tJune 1, 2025\t$40 for the laptop\n2\tJuly 1, 2025\t$40 for the laptop";
  expect(quotesFor("When is the laptop paid off?", plan, "Payments")).toEqual([plan]);
});
