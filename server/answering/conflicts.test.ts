import { expect, test } from "vitest";
import { contradict, withConflict } from "./conflicts.ts";
import type { Evidence } from "./evidence.ts";
import { answerExtractively } from "./extractive.ts";

const passage = (rank: number, documentId: number, text: string, section = ""): Evidence => ({
  rank,
  score: 1 / rank,
  coverage: 0.9,
  together: 0.8,
  named: 0,
  documentId,
  documentName: `Policy ${documentId}.txt`,
  versionId: documentId,
  version: 1,
  ordinal: 0,
  text,
  section,
  pageNumber: null,
  pageIndex: 0,
  turn: null,
});

const found = (evidence: Evidence[]) => ({ evidence, passages: evidence.length, unknownNames: [] });

test("another figure of the same unit, a denial, and must against may contradict", () => {
  expect(
    contradict(
      "Customers may return unopened laptops within 30 days of delivery.",
      "Customers may return unopened laptops within 14 days of delivery.",
    ),
  ).toBe(true);
  expect(
    contradict(
      "Express delivery to the islands costs 12 euros.",
      "Express delivery to the islands costs 15 euros.",
    ),
  ).toBe(true);
  expect(
    contradict(
      "Agents must record every call with a customer.",
      "Agents may record every call with a customer.",
    ),
  ).toBe(true);
  expect(
    contradict(
      "Refunds of gift cards are possible online.",
      "Refunds of gift cards are not possible online.",
    ),
  ).toBe(true);
});

test("the same figure, another subject or another unit do not", () => {
  const left = "Customers may return unopened laptops within 30 days of delivery.";
  expect(contradict(left, "Customers may return unopened laptops within thirty days of delivery.")).toBe(
    false,
  );
  expect(contradict(left, "Dealers may return faulty monitors within 14 days of receipt.")).toBe(false);
  expect(
    contradict(left, "Customers may return unopened laptops to 3 stores near their delivery address."),
  ).toBe(false);
});

test("an answer whose documents differ says so and cites both", () => {
  const evidence = [
    passage(1, 1, "Customers may return unopened laptops within 30 days of delivery."),
    passage(2, 2, "Customers may return unopened laptops within 14 days of delivery."),
  ];
  const draft = withConflict(
    answerExtractively("How long may customers return unopened laptops?", found(evidence)),
    evidence,
  );
  expect(draft.reason).toBe("Your documents differ here: compare [1] and [2].");
  expect(draft.sources.map(({ quote }) => quote)).toEqual(evidence.map(({ text }) => text));
});

test("the passage that says otherwise is added to an answer that did not cite it", () => {
  const evidence = [
    passage(1, 1, "Customers may return unopened laptops within 30 days of delivery."),
    passage(2, 2, "Customers may return unopened laptops within 14 days of delivery."),
  ];
  const text = "Unopened laptops may be returned within 30 days of delivery. [1]";
  const first = evidence[0];
  if (first === undefined) throw new Error("no passage");
  const draft = withConflict(
    {
      outcome: "answered",
      text,
      sources: [{ marker: 1, evidence: first, quote: first.text }],
      claims: [{ start: 0, end: text.length - 4, markers: [1], verdict: "supported" }],
      reason: null,
    },
    evidence,
  );
  expect(draft.text).toBe(`${text}\n\nAnother passage says otherwise: ${evidence[1]?.text} [2]`);
  const added = draft.claims.at(-1);
  expect(draft.text.slice(added?.start, added?.end)).toBe(evidence[1]?.text);
});

test("neighbouring cases of one section are no contradiction", () => {
  const evidence = [
    passage(1, 1, "Customers may return unopened laptops within 30 days of delivery.", "Returns"),
    passage(2, 1, "Customers may return unopened laptops within 14 days of delivery.", "Returns"),
  ];
  const draft = answerExtractively("How long may customers return unopened laptops?", found(evidence));
  expect(withConflict(draft, evidence).reason).toBeNull();
});
