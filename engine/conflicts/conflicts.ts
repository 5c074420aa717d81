import { passagesRead } from "#engine/quote/answerability.ts";
import type { Draft } from "#engine/draft.ts";
import { isSamePassage } from "#engine/evidence.ts";
import type { Evidence } from "#engine/evidence.ts";
import { contradict, type Rule, ruleOf } from "./rule.ts";
import { sentencesOf } from "#engine/text/sentences.ts";
import { onOneLine } from "#engine/text/trim.ts";

export type Conflict = { marker: number; evidence: Evidence; quote: string };

/** Adds to an answer the passage that says otherwise than a quoted one, where there is one, and says so. */
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
  const shown = onOneLine(conflict.quote);
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
  const read = evidence.slice(0, passagesRead).map((passage) => ({ passage, rules: rulesOf(passage.text) }));
  for (const { marker, quote, evidence: quoted } of draft.sources) {
    const said = rulesOf(quote);
    for (const { passage, rules } of read) {
      if (isSamePassage(passage, quoted) || isSamePlace(passage, quoted)) continue;
      // where the question names a document, what holds in another one is no contradiction
      if (passage.named < quoted.named) continue;
      const found = rules.find((rule) => said.some((other) => contradict(rule, other)));
      if (found !== undefined) return { marker, evidence: passage, quote: found.text };
    }
  }
  return null;
}

function rulesOf(text: string): Rule[] {
  return sentencesOf(text).flatMap((sentence) => ruleOf(sentence.text) ?? []);
}

/** Neighbours in one section go through cases ('within 30 days … after 30 days …'); that is no contradiction. */
function isSamePlace(one: Evidence, other: Evidence): boolean {
  return one.documentId === other.documentId && one.section === other.section;
}
