import type { CheckedClaim, CitedSource, ClaimVerdict, Draft } from "#engine/draft.ts";
import type { Evidence } from "#engine/evidence.ts";
import { citedSentencesOf, withPlainMarks } from "./cited-sentences.ts";
import { compare } from "./compare.ts";

/** An answer of 1,200 tokens has about 60 sentences; the rest is left out. */
const mostSentences = 100;
/** A sentence is as good as the best of the passages it cites. */
const best: readonly ClaimVerdict[] = ["supported", "partly", "unchecked"];

export type CheckedAnswer = Pick<Draft, "text" | "sources" | "claims">;

/** A model's answer with its citations, each quoting its whole passage, and no verdict on any sentence. */
export function leaveUnchecked(written: string, evidence: Evidence[]): CheckedAnswer {
  return citeWith(written, evidence, (_, { text }) => ({ verdict: "unchecked", quote: text }));
}

/**
 * Checks a model's answer sentence by sentence against the passages it cites. Marks that name no passage that was sent
 * are taken out. What disagreement.ts names must agree exactly, and a sentence of the passage must state it (statement.ts);
 * the rest by overlap with the best matching sentence.
 */
export function checkAnswer(written: string, evidence: Evidence[]): CheckedAnswer {
  return citeWith(written, evidence, compare);
}

function citeWith(
  written: string,
  evidence: Evidence[],
  compareWith: (claim: string, item: Evidence) => { verdict: ClaimVerdict; quote: string },
): CheckedAnswer {
  const byRank = new Map(evidence.map((item) => [item.rank, item]));
  const sources: CitedSource[] = [];
  const claims: CheckedClaim[] = [];
  const markerOf = new Map<string, number>();
  let text = "";
  let end = 0;
  const answer = withPlainMarks(written).trim();
  for (const { text: bare, ...unit } of citedSentencesOf(answer).slice(0, mostSentences)) {
    text += answer.slice(end, unit.start);
    end = unit.end;
    const cited = unit.ranks.flatMap((rank) => byRank.get(rank) ?? []);
    if (bare === "") continue;
    const checked = cited.map((item) => ({ item, ...compareWith(bare, item) }));
    const verdict = best.find((one) => checked.some((check) => check.verdict === one)) ?? "unsupported";
    const markers = new Set<number>();
    for (const { item, quote } of checked) {
      const key = `${item.rank}/${quote}`;
      const marker = markerOf.get(key) ?? sources.length + 1;
      if (!markerOf.has(key)) {
        markerOf.set(key, marker);
        sources.push({ marker, evidence: item, quote });
      }
      markers.add(marker);
    }
    const start = text.length;
    text += bare;
    claims.push({ start, end: text.length, markers: [...markers], verdict });
    if (markers.size > 0) text += ` ${[...markers].map((marker) => `[${marker}]`).join("")}`;
  }
  return { text: text.trimEnd(), sources, claims };
}
