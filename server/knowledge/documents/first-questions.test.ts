import { expect, test } from "vitest";
import { askedByHeadings } from "./first-questions.ts";

const questionOf = (heading: string, text: string) =>
  askedByHeadings([{ section: `1. Use › ${heading}`, text: `${heading}\n${text}` }]).map(
    ({ question }) => question,
  );

test("a question made of a heading in title case is written as a sentence, with names as they are", () => {
  const text = "Verify compliance with ASVS when you use this guide, and who should sign for Corvane.";
  expect(questionOf("How to Verify ASVS Compliance", text)).toEqual(["How do I verify ASVS compliance?"]);
  expect(questionOf("Who Should Use This Guide?", text)).toEqual(["Who should use this guide?"]);
  expect(questionOf("Who Should Sign for Corvane?", text)).toEqual(["Who should sign for Corvane?"]);
  expect(questionOf("How to return your order to Support", `${text} Our support helps.`)).toEqual([
    "How do I return my order to Support?",
  ]);
});
