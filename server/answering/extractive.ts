import { termsOf } from "#server/retrieval/analyze.ts";
import { abstain } from "./draft.ts";
import type { CheckedClaim, CitedSource, Draft } from "./draft.ts";
import type { Evidence } from "./evidence.ts";
import { sentencesOf } from "./sentences.ts";
import type { Sentence } from "./sentences.ts";

/**
 * Below this share of the question's words (weighed by rarity) in every one of the best passages nothing is quoted:
 * 10 % of the answerable questions of a data-protection act fall below it, and 95 % of questions on another subject.
 */
const leastCoverage = 0.235;
const passagesRead = 6;
const mostSentences = 4;
const mostOfOnePassage = 2;
/** A further sentence must be worth this share of the best one. */
const worthQuoting = 0.7;
/** … and hold at least this share of the question's weight that the first one holds. */
const ownShare = 0.6;
/** Words of the headings above a sentence count, but less than its own. */
const sectionShare = 0.4;

type Candidate = {
  evidence: Evidence;
  sentence: Sentence;
  position: number;
  terms: Set<string>;
  /** Share of the question it holds. */
  held: number;
  worth: number;
};

/**
 * Answers with sentences quoted word for word from the best passages, each with its citation, in the order in which the
 * passages were found and stand. Says so when nothing fits.
 */
export function answerExtractively(question: string, evidence: Evidence[]): Draft {
  const read = evidence.slice(0, passagesRead);
  if (read.length === 0) return abstain("Nothing in the documents speaks of this.");
  if (read.every((item) => item.coverage < leastCoverage)) {
    return abstain("The nearest passages share too little with the question.");
  }
  const candidates = weigh(read, termsOf(question));
  return candidates.length === 0
    ? abstain("The nearest passages hold no sentence to quote.")
    : compose(choose(candidates));
}

/** Sentences with what each is worth: the question's words it holds, the rare ones more, in a passage that ranks well. */
function weigh(evidence: Evidence[], terms: Set<string>): Candidate[] {
  const sentences = evidence.flatMap((item) =>
    sentencesOf(item.text)
      .filter((sentence) => isQuotable(sentence.text, item.section))
      .map((sentence, position) => ({ evidence: item, sentence, position, terms: termsOf(sentence.text) })),
  );
  const rarity = new Map(
    [...terms].map((term) => [
      term,
      Math.log(1 + sentences.length / (1 + sentences.filter((other) => other.terms.has(term)).length)),
    ]),
  );
  const whole = [...rarity.values()].reduce((sum, value) => sum + value, 0) || 1;
  const above = new Map(evidence.map((item) => [item, termsOf(`${item.section} ${item.documentName}`)]));
  const bestScore = Math.max(...evidence.map((item) => item.score), 1e-9);
  return sentences.map((candidate) => {
    const headings = above.get(candidate.evidence);
    let held = 0;
    for (const [term, weight] of rarity)
      held += candidate.terms.has(term) ? weight : headings?.has(term) ? weight * sectionShare : 0;
    const share = held / whole;
    return { ...candidate, held: share, worth: 0.6 * share + 0.4 * (candidate.evidence.score / bestScore) };
  });
}

/** The best sentence of the best passage first; then others while they are worth it, few of each passage. */
function choose(candidates: Candidate[]): Candidate[] {
  const ranked = candidates.toSorted((a, b) => b.worth - a.worth);
  const firstRank = Math.min(...candidates.map((candidate) => candidate.evidence.rank));
  const lead = ranked.find((candidate) => candidate.evidence.rank === firstRank) ?? ranked[0];
  if (lead === undefined) return [];
  const least = (ranked[0]?.worth ?? 0) * worthQuoting;
  const chosen = [lead];
  for (const candidate of ranked) {
    if (chosen.length >= mostSentences || candidate.worth < least) break;
    const ofSame = chosen.filter((other) => other.evidence === candidate.evidence).length;
    if (candidate.held < lead.held * ownShare) continue;
    if (ofSame >= mostOfOnePassage || chosen.some((other) => other.sentence.text === candidate.sentence.text))
      continue;
    chosen.push(candidate);
  }
  return chosen.toSorted((a, b) => a.evidence.rank - b.evidence.rank || a.position - b.position);
}

function compose(chosen: Candidate[]): Draft {
  const sources: CitedSource[] = [];
  const claims: CheckedClaim[] = [];
  let text = "";
  let last: Candidate | null = null;
  for (const candidate of chosen) {
    const { evidence, sentence } = candidate;
    const marker = sources.length + 1;
    sources.push({ marker, evidence, quote: sentence.text });
    const shown = readable(sentence.text);
    const gap =
      last === null
        ? ""
        : last.evidence === evidence && !isListed(shown) && !isRow(sentence.text)
          ? " "
          : "\n\n";
    const start = text.length + gap.length;
    text += `${gap}${shown} [${marker}]`;
    claims.push({ start, end: start + shown.length, markers: [marker], verdict: "supported" });
    last = candidate;
  }
  return { outcome: "answered", text, sources, claims, reason: null };
}

/** Cells of a table stand apart by a tab or a bar. */
function isRow(text: string): boolean {
  return /\t| \| /.test(text);
}

/** A row as a person reads it; its words stay as they are. */
function readable(text: string): string {
  return text.replace(/\s*\t\s*| \| /g, " · ").replaceAll("\n", " ");
}

/** A heading, a page number or a table's line of column names alone says nothing. */
function isQuotable(text: string, section: string): boolean {
  if (section.includes(text) || /^(?:table|figure|appendix)\s+[\dA-Z]+\b[^.]*$/i.test(text)) return false;
  if (text.length < 80 && /^\d+(?:\.\d+)*\.?\s+\p{Lu}[^.!?;]*$/u.test(text) && !isRow(text)) return false;
  if (isRow(text) && !/\d/.test(text)) return false;
  return text.length >= 25 || (text.length >= 8 && /\d/.test(text) && /\p{L}/u.test(text));
}

function isListed(text: string): boolean {
  return /^([-•*]|\(?[a-z0-9]{1,3}[.)])\s/i.test(text);
}
