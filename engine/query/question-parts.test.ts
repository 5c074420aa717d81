import { expect, test } from "vitest";
import { evidenceOf, retrievedOf } from "#testing/evidence.ts";
import type { Evidence } from "#engine/evidence.ts";
import { answerExtractively } from "#engine/quote/extractive.ts";
import { partsOf } from "./question-parts.ts";

const found = (...evidence: Evidence[]) => retrievedOf(evidence, { passages: evidence.length });

test("splits a double question, but not one that merely continues", () => {
  expect(partsOf("How long may a customer return a laptop, and what must the agent ask for?")).toEqual([
    "How long may a customer return a laptop",
    "what must the agent ask for?",
  ]);
  expect(partsOf("Which fee is due? When is the fee due?")).toEqual([
    "Which fee is due?",
    "When is the fee due?",
  ]);
  expect(partsOf("Are laptops and phones covered?")).toEqual([]);
  expect(partsOf("Is a refund possible, and why?")).toEqual([]);
});

const passage = (rank: number, text: string, coverage = 0.5) =>
  evidenceOf(text, {
    rank,
    score: 1 / rank,
    coverage,
    documentId: rank,
    versionId: rank,
    documentName: `Policy ${rank}.txt`,
  });

test("answers a part from its own search when the whole question's passages miss it", () => {
  const asks = passage(
    1,
    "The agent must ask for the order number and the delivery ZIP code of the customer.",
  );
  const time = passage(2, "An opened laptop may be returned within 14 days of delivery.", 0.9);
  const parts = [
    { question: "How long may an opened laptop be returned", evidence: [time] },
    { question: "what must the agent ask for?", evidence: [asks] },
  ];
  const question = "How long may an opened laptop be returned, and what must the agent ask for?";
  const draft = answerExtractively(question, found(asks), parts);
  expect(draft.sources.map(({ quote }) => quote)).toEqual([asks.text, time.text]);
  expect(answerExtractively(question, found(asks, time), []).sources.length).toBeGreaterThan(0);
});
