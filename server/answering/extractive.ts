import { termsOf } from "#server/retrieval/analyze.ts";
import { answerability, bestCoverage, passagesRead } from "./answerability.ts";
import { abstain } from "./draft.ts";
import type { CheckedClaim, CitedSource, Draft } from "./draft.ts";
import { isSamePassage } from "./evidence.ts";
import type { Evidence } from "./evidence.ts";
import type { Retrieved } from "./retrieve.ts";
import { isRow } from "./rows.ts";
import { readable, tableOf, unitsOf } from "./units.ts";
import type { Unit } from "./units.ts";

const mostUnits = 5;
/** A second unit of one passage must be nearly as good as the best: else another passage says more (docs/decisions/answering.md). */
const worthSecond = 0.8;
/** A further unit must be worth this share of the best one. */
const worthQuoting = 0.6;
/** … and hold at least this share of the question's weight that the first one holds. */
const ownShare = 0.5;
/** A passage that scores below this share of the first one's is quoted only for holding more of the question than that. */
const nearScore = 0.55;
/** Words of the headings above a sentence count, but less than its own. */
const sectionShare = 0.4;

type Candidate = {
  evidence: Evidence;
  unit: Unit;
  position: number;
  terms: Set<string>;
  /** Of them, those that the question names. */
  asked: Set<string>;
  /** Of the names of its columns. */
  columns: Set<string>;
  /** Share of the question it holds. */
  held: number;
  worth: number;
};

/**
 * Answers with sentences quoted word for word from the best passages, each with its citation, in the order in which the
 * passages were found and stand. Says so when nothing fits.
 */
export function answerExtractively(question: string, found: Retrieved, parts: Part[] = []): Draft {
  const read = found.evidence.slice(0, passagesRead);
  if (read.length === 0) return abstain("Nothing in the documents speaks of this.");
  if (answerability(read, found) < 1) {
    return abstain("The nearest passages share too little with the question.");
  }
  const candidates = weigh(read, termsOf(question));
  if (candidates.length === 0) return abstain("The nearest passages hold no sentence to quote.");
  return compose(withParts(choose(candidates), parts));
}

/** One of several questions in a question, with the passages found for it alone. */
export type Part = { question: string; evidence: Evidence[] };

const unitsOfPart = 2;
const mostUnitsOfParts = 6;
/** A part's own passage must hold so much of it to be quoted for it … */
const partCoverage = 0.45;
/** … and this much more than the whole question's first one holds of that, to come before it. */
const partLead = 0.15;

/**
 * The best units of each part beside those of the whole question, which finds more than its parts do when they are about one
 * thing (obliqa, 203 such questions: Recall@1 0.508 against 0.454) and less when they are about two.
 */
function withParts(chosen: Candidate[], parts: Part[]): Candidate[] {
  const [lead, ...rest] = chosen;
  if (lead === undefined) return chosen;
  const own = parts.flatMap(({ question, evidence }) => {
    const read = evidence.slice(0, passagesRead);
    return bestCoverage(read) < partCoverage
      ? []
      : choose(weigh(read, termsOf(question))).slice(0, unitsOfPart);
  });
  const [first] = own;
  const comesFirst = first !== undefined && first.evidence.coverage >= lead.evidence.coverage + partLead;
  const inOrder = comesFirst ? [...own, ...chosen] : [lead, ...own, ...rest];
  return [...new Map(inOrder.map((unit) => [quoteOf(unit), unit])).values()].slice(0, mostUnitsOfParts);
}

/** Units with what each is worth: the question's words it holds, the rare ones more, in a passage that ranks well. */
function weigh(evidence: Evidence[], terms: Set<string>): Candidate[] {
  const units = evidence.flatMap((item) =>
    unitsOf(item.text, item.section)
      .filter((unit) => isQuotable(unit, wordsOf(item, unit), item.section))
      .map((unit, position) => ({
        evidence: item,
        unit,
        position,
        // a table comes along with the sentence that points at it; for its rows they are quoted alone
        terms: termsOf(unit.kind === "table" ? wordsOf(item, unit) : item.text.slice(unit.start, unit.end)),
        columns: termsOf(unit.columns.join(" ")),
      })),
  );
  const rarity = new Map(
    [...terms].map((term) => [
      term,
      Math.log(1 + units.length / (1 + units.filter((other) => other.terms.has(term)).length)),
    ]),
  );
  const whole = [...rarity.values()].reduce((sum, value) => sum + value, 0) || 1;
  const above = new Map(evidence.map((item) => [item, termsOf(`${item.section} ${item.documentName}`)]));
  const bestScore = Math.max(...evidence.map((item) => item.score), 1e-9);
  const weighed = units.map((candidate) => {
    const headings = above.get(candidate.evidence);
    let held = 0;
    for (const [term, weight] of rarity)
      if (candidate.terms.has(term)) held += weight;
      else if (headings?.has(term) || candidate.columns.has(term)) held += weight * sectionShare;
    const share = held / whole;
    const asked = new Set([...terms].filter((term) => candidate.terms.has(term)));
    const worth = 0.6 * share + 0.4 * (candidate.evidence.score / bestScore);
    return { ...candidate, asked, held: share, worth };
  });
  return weighed.filter((row) => !weighed.some((other) => isOutdone(row, other)));
}

/** Rows of a table are one instead of the other: who asks for 'critical' is not told of 'minor' too. */
function isOutdone(row: Candidate, other: Candidate): boolean {
  return (
    row.unit.kind === "row" &&
    other.unit.kind === "row" &&
    isSamePassage(row.evidence, other.evidence) &&
    row.asked.size < other.asked.size &&
    [...row.asked].every((term) => other.asked.has(term))
  );
}

/** The best unit of the best passage first; then the best of others while they are worth it. */
function choose(candidates: Candidate[]): Candidate[] {
  const ranked = candidates.toSorted((a, b) => b.worth - a.worth);
  const firstRank = Math.min(...candidates.map((candidate) => candidate.evidence.rank));
  const lead = ranked.find((candidate) => candidate.evidence.rank === firstRank) ?? ranked[0];
  if (lead === undefined) return [];
  const best = ranked[0]?.worth ?? 0;
  const chosen = [lead];
  for (const candidate of ranked) {
    if (chosen.length >= mostUnits || candidate.worth < best * worthQuoting) break;
    if (candidate.held < lead.held * ownShare) continue;
    if (candidate.evidence.score < lead.evidence.score * nearScore && candidate.held <= lead.held) continue;
    const words = quoteOf(candidate);
    const ofSame = chosen.filter((other) => isSamePassage(other.evidence, candidate.evidence));
    if (ofSame.length > 1 || (ofSame.length === 1 && candidate.worth < best * worthSecond)) continue;
    if (chosen.some((other) => quoteOf(other).includes(words) || words.includes(quoteOf(other)))) continue;
    chosen.push(candidate);
  }
  return chosen.toSorted((a, b) => a.evidence.rank - b.evidence.rank || a.position - b.position);
}

function compose(chosen: Candidate[]): Draft {
  const sources: CitedSource[] = [];
  const claims: CheckedClaim[] = [];
  let text = "";
  for (const candidate of chosen) {
    const { evidence, unit } = candidate;
    const marker = sources.length + 1;
    sources.push({ marker, evidence, quote: quoteOf(candidate) });
    const shown = readable(unit, evidence.text);
    const start = text === "" ? 0 : text.length + 2;
    text = [text, `${shown} [${marker}]`, tableOf(unit)].filter(Boolean).join("\n\n");
    claims.push({ start, end: start + shown.length, markers: [marker], verdict: "supported" });
  }
  return { outcome: "answered", text, sources, claims, reason: null };
}

function quoteOf({ evidence, unit }: Candidate): string {
  return evidence.text.slice(unit.start, unit.end);
}

/** Short, without a figure or a stop, and every longer word with a capital: 'Returns and Refunds Policy'. */
function isTitle(text: string): boolean {
  if (text.length > 80 || /[\d.!?:;]/.test(text)) return false;
  const long = text.match(/\p{L}{4,}/gu) ?? [];
  return long.length > 1 && long.every((word) => /^\p{Lu}/u.test(word));
}

/** What a unit says itself: of a list its lead-in, of a sentence that points back the sentence alone. */
function wordsOf(evidence: Evidence, unit: Unit): string {
  if (unit.kind === "list") return evidence.text.slice(unit.start, unit.end);
  return unit.parts.at(unit.kind === "table" ? 0 : -1)?.text ?? "";
}

/** A heading, a page number or a table's line of column names alone says nothing. */
function isQuotable(unit: Unit, text: string, section: string): boolean {
  if (section.includes(text) || /^(?:table|figure|appendix)\s+[\dA-Z]+\b[^.]*$/i.test(text)) return false;
  if (/^(?:annex|chapter|part|schedule|section)\s+[\dA-Z]+$/i.test(text)) return false;
  if (text.length < 80 && /^\d+(?:\.\d+)*\.?\s+\p{Lu}[^.!?;]*$/u.test(text) && !isRow(text)) return false;
  if (unit.kind === "row" && unit.columns.length === 0 && !/\d/.test(text)) return false;
  if (isTitle(text)) return false;
  return text.length >= 25 || (text.length >= 8 && /\d/.test(text) && /\p{L}/u.test(text));
}
