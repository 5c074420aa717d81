import { expect, test } from "vitest";
import { evidenceOf } from "#testing/evidence.ts";
import type { Evidence } from "#engine/evidence.ts";
import { answerExtractively } from "./extractive.ts";

const passage = (rank: number, text: string, score = 0.5) =>
  evidenceOf(text, {
    rank,
    score,
    coverage: 0.8,
    documentName: "Returns Policy",
    ordinal: rank,
    pageNumber: rank,
    pageIndex: rank,
  });

const quotesOf = (question: string, ...evidence: Evidence[]) =>
  answerExtractively(question, { evidence, passages: 100, unknownNames: [], readAs: [] }).sources.map(
    ({ quote }) => quote,
  );

test("a sentence is quoted once, alone or with the one it points to", () => {
  const quotes = quotesOf(
    "Which laptops does the policy cover?",
    passage(1, "This policy covers Brindle laptops. It also covers refurbished laptops under the policy."),
  );
  expect(quotes).toHaveLength(1);
});

test("titles and headings are no answers", () => {
  const quotes = quotesOf(
    "What is the returns policy for opened laptops?",
    passage(1, "Returns and Refunds Policy\n\n3.3 Opened products\n\nOpened laptops return within 14 days."),
  );
  expect(quotes).toEqual(["Opened laptops return within 14 days."]);
});

test("a passage that ranks far below the first is quoted only when it holds more of the question", () => {
  const first = passage(1, "Opened laptops may be returned within 14 days of delivery.");
  const far = passage(2, "Opened laptops may be sold again after a check of the seal.", 0.2);
  expect(quotesOf("When may opened laptops be returned?", first, far)).toEqual([first.text]);
  const more = passage(2, "When laptops were opened they may be returned until the seal is broken.", 0.2);
  const vague = passage(1, "Opened goods have rules of their own.");
  expect(quotesOf("When may opened laptops be returned?", vague, more)).toContain(more.text);
});

test("who asks about one company's policy is not told another one's", () => {
  const own = { ...passage(1, "Brindle keeps the data of a child until the parents object."), named: 1 };
  const other = passage(2, "We do not accept children under the age of 18 as customers.", 0.45);
  const question = "What does Brindle say of the age of children?";
  expect(quotesOf(question, own, other)).toEqual([own.text]);
  // where the best passage is of another document, that one may speak of it
  expect(quotesOf(question, { ...other, rank: 1 }, { ...own, rank: 2 })).toContain(other.text);
});

test("the number of a chapter alone is not quoted", () => {
  const text = "Chapter 2\n\nA chapter of the members elects its chair.";
  expect(quotesOf("Who elects the chair of a chapter?", passage(1, text))).toEqual([
    "A chapter of the members elects its chair.",
  ]);
});

test("of a table's rows those are quoted that the question names, not their neighbours", () => {
  const table = passage(
    1,
    "Grade\tDefinition\tDeadline for closure\nMinor deviation\tNo effect\t60 days\nMajor deviation\tPossible effect\t30 days\nCritical deviation\tLikely harm\t10 days",
  );
  expect(quotesOf("What is the deadline for closure of a critical deviation?", table)).toEqual([
    "Critical deviation\tLikely harm\t10 days",
  ]);
  expect(quotesOf("Compare the deadlines of a minor and a critical deviation", table)).toEqual([
    "Minor deviation\tNo effect\t60 days",
    "Critical deviation\tLikely harm\t10 days",
  ]);
});

test("a sentence that adds to an earlier one of its passage stands behind it, any other best one first", () => {
  const base = "To identify a caller, ask for the order number and the postcode of the delivery address.";
  const more =
    "If the caller wants to change the delivery address, the agent also sends a code to the phone.";
  const asked = "How do I identify a caller who wants to change the delivery address?";
  expect(quotesOf(asked, passage(1, `${base}\n\n${more}`))).toEqual([base, more]);
  const alone = more.replace(" also", "");
  expect(quotesOf(asked, passage(1, `${base}\n\n${alone}`))[0]).toBe(alone);
});

test("a sentence is quoted with the one behind it that takes up what it says", () => {
  const rule = "Opened laptops may be returned within 14 days.";
  const exception = "This does not apply to laptops bought from the outlet.";
  const text = `${rule} ${exception} Parcels are collected on Mondays.`;
  expect(quotesOf("May opened laptops be returned?", passage(1, text))[0]).toBe(`${rule} ${exception}`);
});

test("words of everyday talk choose no quote where the question says more", () => {
  const swelling = passage(1, "The swelling around the cut stays for some days.");
  const other = "Some of the patients never go away without a letter.";
  expect(quotesOf("Does the swelling go away?", { ...swelling, text: `${other} ${swelling.text}` })[0]).toBe(
    swelling.text,
  );
});

test("what is declined says which words of the question the nearest passages lack", () => {
  const evidence = [{ ...passage(1, "Parcels are collected on Mondays."), together: 0.05 }];
  const reasonFor = (question: string) =>
    answerExtractively(question, { evidence, passages: 100, unknownNames: [], readAs: [] }).reason;
  expect(reasonFor("Can parcels with batteries usually go by plane?")).toBe(
    "The nearest passages say nothing of “batteries” or “plane”.",
  );
  expect(reasonFor("On which Mondays are parcels collected?")).toBe(
    "The nearest passages share too little with the question.",
  );
});

test("of sentences with the same words that one comes first in which they stand as they were asked", () => {
  const loose = "In the year before the office opened the second branch closed for half of a year.";
  const asked = "The second branch office opened in spring.";
  expect(quotesOf("Tell me about the second branch office", passage(1, `${loose} ${asked}`))[0]).toBe(asked);
});

test("a passage that holds the names of a question and nothing of what is asked is no answer", () => {
  const nameOnly = {
    ...passage(1, "Linn Records sold 400 recorders in May."),
    telling: { words: 1, held: 0 },
  };
  const other = {
    ...passage(2, "Linn Records was founded by two brothers."),
    telling: { words: 1, held: 1 },
  };
  const answerTo = (...evidence: Evidence[]) =>
    answerExtractively("Who founded Linn Records?", {
      evidence,
      passages: 100,
      unknownNames: [],
      readAs: [],
    });
  expect(answerTo(nameOnly, { ...other, text: "A school was founded in May." })).toMatchObject({
    outcome: "abstained",
    reason: "The nearest passages say nothing of “founded”.",
  });
  expect(answerTo(nameOnly, other).sources.map(({ quote }) => quote)).toEqual([other.text]);
});
