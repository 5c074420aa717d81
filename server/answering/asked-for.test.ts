import { expect, test } from "vitest";
import { evidenceOf } from "#server/testing/evidence.ts";
import type { Evidence } from "./evidence.ts";
import { askedFor, holds } from "./asked-for.ts";
import { answerExtractively } from "./extractive.ts";
import { partsOf } from "./question-parts.ts";

const answerTo = (question: string, ...evidence: Evidence[]) =>
  answerExtractively(question, { evidence, passages: 100, unknownNames: [], readAs: [] });
const quotesOf = (question: string, ...evidence: Evidence[]) =>
  answerTo(question, ...evidence).sources.map(({ quote }) => quote);
const passage = (rank: number, text: string, score = 0.5) =>
  evidenceOf(text, { rank, score, ordinal: rank, versionId: rank });

test("a question tells what kind of thing it wants, in the forms people ask in", () => {
  const asked = (...questions: string[]) => questions.map(askedFor);
  expect(asked("how much does a new card cost?", "late fee?", "What is the price of a visit")).toEqual(
    Array(3)
      .fill(null)
      .map((_, place) => (place === 1 ? null : "amount")),
  );
  expect(asked("fee for a second card in tier Gold", "how much is the deductible")).toEqual([
    "amount",
    "amount",
  ]);
  expect(asked("how long does a refund take", "How many working days do I have?", "how often")).toEqual(
    Array(3).fill("duration"),
  );
  expect(asked("by when must the form be in", "refund deadline?", "In which months is it open?")).toEqual(
    Array(3).fill("date"),
  );
  expect(asked("Who do I call about a lost card?", "fax number of the office", "postal address?")).toEqual(
    Array(3).fill("reach"),
  );
  expect(asked("How many guests are covered?", "what happens if I pay late")).toEqual([
    "count",
    "consequence",
  ]);
  expect(asked("What is a sentinel node?", "Can she cancel?", "Which documents are needed?")).toEqual([
    "meaning",
    null,
    null,
  ]);
});

test("a text holds a kind by its figures and their units, not by any digit", () => {
  const inText = (wanted: Parameters<typeof holds>[0], text: string) => holds(wanted, "", text, false);
  expect(inText("amount", "The cost ranges from about $250 to $450.")).toBe(true);
  expect(inText("amount", "Section 4 of 2024 speaks of the cost.")).toBe(false);
  expect(inText("amount", "A first copy is free of charge.")).toBe(true);
  expect(inText("duration", "Hand it in two full weeks before the date.")).toBe(true);
  expect(inText("duration", "Hand it in with form 7.")).toBe(false);
  expect(inText("reach", "call 13 11 20")).toBe(true);
  expect(inText("reach", "between 2022 and 2023")).toBe(false);
});

test("a number counts what stands by it, and an address is of the channel that is asked for", () => {
  const phases = (text: string) => holds("count", "how many phases has the process", text, false);
  expect(phases("It is divided into five distinct steps or phases.")).toBe(true);
  expect(phases("Three managers lead all that is done from the kick-off to the last of the phases.")).toBe(
    false,
  );
  expect(phases("The 3Phases tool under § 7 of 2024")).toBe(false);
  expect(holds("count", "how many employees has Ulta", "See exhibit 6 Ulta stores.", false)).toBe(false);
  const reach = (question: string) => holds("reach", question, "Write to help@example.com.", false);
  expect([reach("e-mail address?"), reach("fax number?"), reach("Where do I write?")]).toEqual([
    true,
    false,
    true,
  ]);
});

test("who asks how long is told how long, though other sentences of the passage share as many words", () => {
  const first = passage(
    1,
    "For the treatment you lie on a table. The treatment is given daily for 4–6 weeks.",
  );
  expect(quotesOf("how long does the treatment take", first)[0]).toBe(
    "The treatment is given daily for 4–6 weeks.",
  );
});

test("the passage that names an address comes before one that ranks higher and names none", () => {
  const higher = passage(1, "You may exercise your rights as a customer at any branch.");
  const named = passage(2, "Without an account, customers exercise rights by mail to rights@example.com.");
  expect(quotesOf("Where do customers write to exercise their rights?", higher, named)[0]).toBe(named.text);
});

test("an address of something far off is no answer, whatever else is found", () => {
  const near = passage(1, "The office of the Linn company makes recorders for musicians.");
  const far = passage(2, "The dietician of the office has the phone (123) 123-4567.", 0.1);
  expect(quotesOf("phone number of the Linn company office", near, far)[0]).toBe(near.text);
  expect(answerTo("how much is the Linn recorder", near, passage(2, "A recorder is $ 5.", 0.1)).outcome).toBe(
    "abstained",
  );
});

test("two things are told apart by what each of them is", () => {
  expect(partsOf("What is the difference between a lumpectomy and a mastectomy?")).toEqual([
    "What is a lumpectomy?",
    "What is a mastectomy?",
  ]);
  expect(partsOf("compare plan Gold with plan Silver")).toEqual([
    "What is plan Gold?",
    "What is plan Silver?",
  ]);
});

test("what a thing is comes before what else is said of it", () => {
  const other = "Some people choose between a lumpectomy and a mastectomy in hospital.";
  const meaning = "Surgery to remove the whole breast is called a mastectomy.";
  expect(quotesOf("What is a mastectomy?", passage(1, `${other} ${meaning}`))[0]).toBe(meaning);
});

test("an amount, a time or a number that no near passage names is said to be missing", () => {
  const about = passage(1, "Before the exam you accept the terms, else the exam fee is lost.");
  expect(answerTo("how much is the exam fee", about)).toMatchObject({
    outcome: "abstained",
    reason: "The nearest passages speak of this and name no amount.",
  });
  expect(answerTo("how much is the exam fee", passage(1, "The exam fee is $ 125.")).outcome).toBe("answered");
  // a table's figures are named by its columns
  expect(answerTo("how much is the exam fee", passage(1, "Exam fee\t125\nRetake fee\t90")).outcome).toBe(
    "answered",
  );
});
