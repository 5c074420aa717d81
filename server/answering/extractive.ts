import { analyze } from "#server/retrieval/analyze.ts";
import { abstain } from "./draft.ts";
import type { CheckedClaim, CitedSource, Draft } from "./draft.ts";
import type { Evidence } from "./evidence.ts";
import { sentencesOf } from "./sentences.ts";
import type { Sentence } from "./sentences.ts";

const mostSentences = 5;
/** A best passage that holds less of the question's terms than this does not answer it. */
const leastCoverage = 0.45;

type Candidate = { evidence: Evidence; sentence: Sentence; position: number; score: number };

/**
 * Answers with sentences quoted word for word from the best passages, each with its citation, in the order of the
 * documents. Says so when nothing fits.
 */
export function answerExtractively(question: string, evidence: Evidence[]): Draft {
  const best = evidence[0];
  if (best === undefined) return abstain("Nothing in the documents speaks of this.");
  if (best.coverage < leastCoverage)
    return abstain("The nearest passages share too little with the question.");
  const terms = new Set(analyze(question).filter((term) => term !== ""));
  const candidates = evidence.slice(0, 6).flatMap((item) => candidatesOf(item, terms, best.score));
  const chosen = choose(candidates, terms);
  if (chosen.length === 0) return abstain("The nearest passages share too little with the question.");
  return compose(chosen);
}

function candidatesOf(evidence: Evidence, terms: Set<string>, bestScore: number): Candidate[] {
  const sectionTerms = new Set(analyze(`${evidence.section} ${evidence.documentName}`));
  return sentencesOf(evidence.text)
    .filter((sentence) => sentence.text.length >= 25 || /\d/.test(sentence.text))
    .map((sentence, position) => {
      const own = new Set(analyze(sentence.text));
      let overlap = 0;
      for (const term of terms) overlap += own.has(term) ? 1 : sectionTerms.has(term) ? 0.35 : 0;
      const coverage = terms.size === 0 ? 0 : overlap / terms.size;
      return {
        evidence,
        sentence,
        position,
        score: coverage * (0.5 + (0.5 * evidence.score) / Math.max(bestScore, 1e-9)),
      };
    });
}

/** Greedy: each next sentence must add terms of the question that the chosen ones lack, or stand beside one of them. */
function choose(candidates: Candidate[], terms: Set<string>): Candidate[] {
  const ranked = candidates.toSorted((a, b) => b.score - a.score);
  const first = ranked[0];
  if (first === undefined || first.score < 0.2) return [];
  const chosen = [first];
  const covered = new Set(analyze(first.sentence.text).filter((term) => terms.has(term)));
  for (const candidate of ranked.slice(1)) {
    if (chosen.length >= mostSentences || candidate.score < first.score * 0.55) break;
    if (chosen.some((other) => other.sentence.text === candidate.sentence.text)) continue;
    const fresh = analyze(candidate.sentence.text).filter((term) => terms.has(term) && !covered.has(term));
    const isNeighbour = chosen.some(
      (other) => other.evidence === candidate.evidence && Math.abs(other.position - candidate.position) === 1,
    );
    if (fresh.length === 0 && !isNeighbour && candidate.score < first.score * 0.8) continue;
    chosen.push(candidate);
    for (const term of fresh) covered.add(term);
  }
  return chosen.toSorted((a, b) => a.evidence.rank - b.evidence.rank || a.position - b.position);
}

function compose(chosen: Candidate[]): Draft {
  const sources: CitedSource[] = [];
  const claims: CheckedClaim[] = [];
  let text = "";
  let last: Evidence | null = null;
  for (const { evidence, sentence } of chosen) {
    const marker = sources.length + 1;
    sources.push({ marker, evidence, quote: sentence.text });
    const gap = text === "" ? "" : last === evidence && !isListed(sentence.text) ? " " : "\n\n";
    const start = text.length + gap.length;
    text += `${gap}${sentence.text} [${marker}]`;
    claims.push({ start, end: start + sentence.text.length, markers: [marker], verdict: "supported" });
    last = evidence;
  }
  return { outcome: "answered", text, sources, claims, reason: null };
}

function isListed(text: string): boolean {
  return /^([-•*]|\(?[a-z0-9]{1,3}[.)])\s/i.test(text);
}
