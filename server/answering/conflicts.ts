import { termsOf } from "#server/retrieval/analyze.ts";
import { passagesRead } from "./answerability.ts";
import { copiedOtherwise, numbersOf } from "./claim-facts.ts";
import type { Draft } from "./draft.ts";
import { isSamePassage } from "./evidence.ts";
import type { Evidence } from "./evidence.ts";
import { sentencesOf } from "./sentences.ts";

/** Two sentences speak of the same thing when they share so much of their words, figures aside. */
const sameShare = 0.65;
const leastTerms = 4;

export type Conflict = { marker: number; evidence: Evidence; quote: string };

/**
 * Adds to an answer the passage that says otherwise than a quoted one, where there is one, and says so. Two sentences
 * conflict when they speak of the same thing in nearly the same words and differ in a number of the same unit, in a denial, or in
 * must and may.
 */
export function withConflict(draft: Draft, evidence: Evidence[]): Draft {
  const conflict = draft.outcome === "answered" ? findConflict(draft, evidence) : null;
  if (conflict === null) return draft;
  const known = draft.sources.find(
    (source) => isSamePassage(source.evidence, conflict.evidence) && source.quote === conflict.quote,
  );
  const reason = (marker: number) =>
    `Your documents differ here: compare [${conflict.marker}] and [${marker}].`;
  if (known !== undefined) return { ...draft, reason: reason(known.marker) };
  const marker = Math.max(...draft.sources.map((source) => source.marker)) + 1;
  const lead = `${draft.text}\n\nAnother passage says otherwise: `;
  const shown = conflict.quote.replace(/\s*\n\s*/g, " ");
  return {
    ...draft,
    text: `${lead}${shown} [${marker}]`,
    sources: [...draft.sources, { marker, evidence: conflict.evidence, quote: conflict.quote }],
    claims: [
      ...draft.claims,
      { start: lead.length, end: lead.length + shown.length, markers: [marker], verdict: "supported" },
    ],
    reason: reason(marker),
  };
}

function findConflict(draft: Draft, evidence: Evidence[]): Conflict | null {
  for (const source of draft.sources) {
    for (const other of evidence.slice(0, passagesRead)) {
      if (isSamePassage(other, source.evidence) || isSamePlace(other, source.evidence)) continue;
      for (const { text } of sentencesOf(other.text))
        if (contradict(source.quote, text)) return { marker: source.marker, evidence: other, quote: text };
    }
  }
  return null;
}

/** Neighbours in one section go through cases ('within 30 days … after 30 days …'); that is no contradiction. */
function isSamePlace(one: Evidence, other: Evidence): boolean {
  return one.documentId === other.documentId && one.section === other.section;
}

export function contradict(one: string, other: string): boolean {
  const [left, right] = [wordsOf(one), wordsOf(other)];
  if (left.size < leastTerms || right.size < leastTerms) return false;
  const common = [...left].filter((term) => right.has(term)).length;
  if (common < sameShare * (left.size + right.size - common)) return false;
  return copiedOtherwise(one, other) !== null || measuresDiffer(one, other);
}

function wordsOf(text: string): Set<string> {
  return new Set([...termsOf(text)].filter((term) => !/^\d/.test(term)));
}

const measured =
  /(?<![\d.§-])(\d[\d,.]*|[a-z]+(?:-[a-z]+)?)\s?(%|percent|per cent|(?:business |working |calendar )?(?:minutes?|hours?|days?|weeks?|months?|years?)|dollars|euros|usd|eur|gbp)/giu;

/** A unit both use, with no figure in common. */
function measuresDiffer(one: string, other: string): boolean {
  const [left, right] = [measuresOf(one), measuresOf(other)];
  return [...left].some(([unit, figures]) => {
    const others = right.get(unit);
    return others !== undefined && ![...figures].some((figure) => others.has(figure));
  });
}

function measuresOf(text: string): Map<string, Set<string>> {
  const measures = new Map<string, Set<string>>();
  const add = (unit: string, figure: string | undefined) => {
    if (figure !== undefined) measures.set(unit, (measures.get(unit) ?? new Set()).add(figure));
  };
  for (const [, figure = "", unit = ""] of text.matchAll(measured))
    add(
      unit
        .toLowerCase()
        .replace(/s$/, "")
        .replace(/^(?:percent|per cent)$/, "%"),
      numbersOf(figure)[0],
    );
  for (const [, sign = "", figure = ""] of text.matchAll(/(\p{Sc})\s?(\d[\d,.]*\d|\d)/gu))
    add(sign, numbersOf(figure)[0]);
  return measures;
}
