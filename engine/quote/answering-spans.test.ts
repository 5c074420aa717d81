import fc from "fast-check";
import { expect, test } from "vitest";
import { joinSpans, type Span } from "#engine/draft.ts";
import { evidenceOf, retrievedOf } from "#testing/evidence.ts";
import { answerExtractively } from "./extractive.ts";

const anySpan = fc
  .tuple(fc.nat(40), fc.integer({ min: 1, max: 12 }))
  .map(([start, length]): Span => ({ start, end: start + length }));
const placesIn = (spans: readonly Span[]) =>
  new Set(spans.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)));
const areApart = (spans: readonly Span[]) =>
  spans.every(({ start, end }, at) => start < end && start > (spans[at - 1]?.end ?? -1));

test("ranges are given out in their order, none overlaps or touches the next, and none is lost", () => {
  fc.assert(
    fc.property(fc.array(anySpan, { maxLength: 8 }), (spans) => {
      const joined = joinSpans(spans);
      expect(areApart(joined)).toBe(true);
      expect(placesIn(joined)).toEqual(placesIn(spans));
    }),
    { seed: 8 },
  );
});

const sentences = fc.constantFrom(
  "Opened laptops may be returned within 14 days.",
  "This does not apply to laptops bought from the outlet.",
  "They may be returned to any branch.",
  "However, a fee of 10 dollars is due.",
  "Annex",
  "- Laptops with a broken seal may not be returned.",
  "2.1 Laptops are returned in their box.",
  "2.2 Laptops are returned with their charger.",
);
const anyText = fc
  .array(fc.tuple(sentences, fc.constantFrom(" ", "\n", "\n\n")), { minLength: 1, maxLength: 7 })
  .map((parts) =>
    parts
      .map(([text, gap]) => text + gap)
      .join("")
      .trim(),
  );
const questions = fc.constantFrom(
  "May laptops be returned, and within how many days?",
  "Does this apply to laptops bought from the outlet?",
  "What do sections 2.2 and 2.1 say?",
  "How much is the fee?",
);

test("whoever joins the marked ranges of an answer repeats no words of it", () => {
  let several = 0;
  fc.assert(
    fc.property(fc.array(anyText, { minLength: 1, maxLength: 3 }), questions, (texts, question) => {
      const found = texts.map((text, ordinal) => evidenceOf(text, { ordinal, proximity: 1 }));
      const { text, sources, claims } = answerExtractively(question, retrievedOf(found));
      expect(areApart(claims)).toBe(true);
      for (const { quote, answering = [] } of sources) {
        expect(areApart(answering)).toBe(true);
        expect(answering.every(({ end }) => end <= quote.length)).toBe(true);
        if (answering.length > 1) several++;
      }
      expect(claims.every(({ end }) => end <= text.length)).toBe(true);
    }),
    { seed: 44, numRuns: 400 },
  );
  expect(several).toBeGreaterThan(10);
});
