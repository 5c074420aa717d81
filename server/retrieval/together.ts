import { at } from "./arrays.ts";
import { WINDOW } from "./look.ts";
import type { Question } from "./question.ts";
import { sectionPart, sequence, type StoredDocument, textPart } from "./theme-store.ts";

/**
 * The share of a question, 0 to 1 by rarity, that stands together: in one stretch of WINDOW terms of the passage, with its
 * section and its document's title. Words spread over a long passage meet by chance, those of an answer stand close.
 */
export function togetherOf(question: Question, document: StoredDocument, passage: number): number {
  const weights = new Map(
    question.terms.flatMap(({ term, weight, isAdded }) => (isAdded ? [] : [[term, weight] as const])),
  );
  let above = 0;
  const take = (term: number) => {
    above += weights.get(term) ?? 0;
    weights.delete(term);
  };
  document.title.forEach(take);
  for (const local of sequence(document, sectionPart(document, passage)))
    if (local !== 0) take(at(document.terms, local));
  return (
    (above + richest(termsAt(document, passage), weights)) / (question.askedWeight + question.unknownWeight)
  );
}

/** The theme's terms of a passage by place; 0 where a sentence ends. */
function termsAt(document: StoredDocument, passage: number): Uint32Array {
  return Uint32Array.from(sequence(document, textPart(document, passage)), (local) =>
    local === 0 ? 0 : at(document.terms, local),
  );
}

/** Weight of the different terms in the richest stretch. */
function richest(terms: Uint32Array, weights: ReadonlyMap<number, number>): number {
  const inside = new Map<number, number>();
  let [held, most] = [0, 0];
  terms.forEach((term, place) => {
    const left = place < WINDOW ? undefined : at(terms, place - WINDOW);
    if (left !== undefined && weights.has(left)) {
      const count = (inside.get(left) ?? 0) - 1;
      inside.set(left, count);
      if (count === 0) held -= weights.get(left) ?? 0;
    }
    const weight = weights.get(term);
    if (weight === undefined) return;
    const count = (inside.get(term) ?? 0) + 1;
    inside.set(term, count);
    if (count === 1) held += weight;
    most = Math.max(most, held);
  });
  return most;
}
