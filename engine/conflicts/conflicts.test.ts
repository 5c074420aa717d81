import { expect, test } from "vitest";
import { evidenceOf } from "#testing/evidence.ts";
import { withConflict } from "./conflicts.ts";
import type { Evidence } from "#engine/evidence.ts";
import { answerExtractively } from "#engine/quote/extractive.ts";

const passage = (rank: number, documentId: number, text: string, section = "") =>
  evidenceOf(text, {
    rank,
    score: 1 / rank,
    coverage: 0.9,
    documentId,
    documentName: `Policy ${documentId}.txt`,
    versionId: documentId,
    section,
  });

const found = (evidence: Evidence[]) => ({
  evidence,
  passages: evidence.length,
  unknownNames: [],
  readAs: [],
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

test("what holds in another document than the one that the question names is no contradiction", () => {
  const evidence = [
    { ...passage(1, 1, "The supplier may cancel the agreement with 30 days' notice."), named: 1 },
    passage(2, 2, "The supplier may cancel the agreement with 60 days' notice."),
  ];
  const draft = answerExtractively(
    "When may the supplier cancel the agreement of Policy 1?",
    found(evidence),
  );
  expect(withConflict({ ...draft, sources: draft.sources.slice(0, 1) }, evidence).reason).toBeNull();
});
