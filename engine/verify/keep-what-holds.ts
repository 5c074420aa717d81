import type { CheckedClaim, CitedSource, RemovedSentence } from "#engine/draft.ts";
import { marksOf, type CheckedAnswer } from "./claims.ts";
import { bullet, isAboveRule, isItem, leadsOn } from "./lead-lines.ts";

/**
 * A checked answer without the unsupported sentences, with its sources renumbered, and the removed sentences. A lead-in
 * isn't a statement: it stays with the first remaining item after it, whatever its own verdict.
 */
export function keepWhatHolds(checked: CheckedAnswer): { kept: CheckedAnswer; removed: RemovedSentence[] } {
  const removed: RemovedSentence[] = [];
  const sources: CitedSource[] = [];
  const claims: CheckedClaim[] = [];
  const numberOf = new Map<number, number>();
  const sentenceOf = ({ start, end }: CheckedClaim) => checked.text.slice(start, end);
  const holds = holding(checked, sentenceOf);
  let text = "";
  let pending = "";
  checked.claims.forEach((claim, index) => {
    const previous = checked.claims[index - 1];
    const before = previous === undefined ? 0 : behindMarks(checked.text, previous);
    const lead = strongerGap(pending, checked.text.slice(before, claim.start));
    if (!holds[index]) {
      pending = lead;
      removed.push(removedOf(claim, sentenceOf(claim).replace(bullet, ""), checked.sources));
      return;
    }
    pending = "";
    text += text === "" ? lead.trimStart() : lead;
    const markers = claim.markers.flatMap((marker) => {
      const source = checked.sources.find((item) => item.marker === marker);
      if (source === undefined) return [];
      if (!numberOf.has(marker)) {
        numberOf.set(marker, sources.length + 1);
        sources.push({ ...source, marker: sources.length + 1 });
      }
      return numberOf.get(marker) ?? [];
    });
    const start = text.length;
    text += sentenceOf(claim);
    // a lead-in stays unconfirmed
    const verdict = claim.verdict === "unsupported" ? "open" : claim.verdict;
    claims.push({ ...claim, start, end: text.length, markers, verdict });
    if (markers.length > 0) text += ` ${marksOf(markers)}`;
  });
  return { kept: { text, sources, claims }, removed };
}

/**
 * The sentences that stay, in order. Items are removed with a contradicted lead-in: without it they would mean something
 * else.
 */
function holding(checked: CheckedAnswer, sentenceOf: (claim: CheckedClaim) => string): boolean[] {
  const { claims } = checked;
  let isUnderFalseLead = false;
  const leads = claims.map((claim) => leadsOn(sentenceOf(claim)) || isAboveRule(checked.text, claim.end));
  const own = claims.map((claim, index) => {
    const sentence = sentenceOf(claim);
    if (leads[index]) isUnderFalseLead = claim.verdict === "contradicted";
    else if (!isItem(sentence)) isUnderFalseLead = false;
    return !isUnderFalseLead && claim.verdict !== "unsupported" && claim.verdict !== "contradicted";
  });
  return claims.map((claim, index) => {
    const next = claims[index + 1];
    if (own[index] || claim.verdict === "contradicted" || !leads[index]) return own[index] ?? false;
    if (next === undefined || !isItem(sentenceOf(next))) return false;
    const end = claims.findIndex((other, at) => at > index && !isItem(sentenceOf(other)));
    return own.slice(index + 1, end === -1 ? undefined : end).some(Boolean);
  });
}

function behindMarks(text: string, { end }: CheckedClaim): number {
  return end + (/^ (?:\[\d{1,3}\])+/.exec(text.slice(end))?.[0].length ?? 0);
}

/** After a sentence is removed, the line break or bullet before or after it still separates the others. */
export function strongerGap(one: string, other: string): string {
  return other.includes("\n") || !one.includes("\n") ? other : one;
}

function removedOf(
  { verdict, markers }: CheckedClaim,
  text: string,
  sources: CitedSource[],
): RemovedSentence {
  if (verdict !== "contradicted") return { text, verdict: "unsupported", against: null };
  const source = sources.find(({ marker }) => marker === markers[0]);
  return {
    text,
    verdict,
    against:
      source === undefined ? null : { documentName: source.evidence.documentName, quote: source.quote },
  };
}
