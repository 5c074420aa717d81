import { isOn } from "#engine/rules.ts";
import { answerability, bestCoverage, metBeside, passagesRead } from "./answerability.ts";
import { askedFor, isPlain, nameOfForm } from "./answer-type.ts";
import { abstain } from "#engine/draft.ts";
import type { CheckedClaim, CitedSource, Draft } from "#engine/draft.ts";
import { isSamePassage } from "#engine/evidence.ts";
import type { Evidence } from "#engine/evidence.ts";
import type { Retrieved } from "#engine/evidence.ts";
import { readable, tableOf } from "#engine/text/units.ts";
import { quoteOf, weigh } from "./weigh.ts";
import type { Candidate } from "./weigh.ts";
import { listOf, missingWords } from "./query-notices.ts";

const mostUnits = 5;
/** A second unit of one passage must be nearly as good as the best: else another passage says more (docs/decisions/answering.md). */
const worthSecond = 0.8;
/** A further unit must be worth this share of the best one. */
const worthQuoting = 0.6;
/** … and hold at least this share of the question's weight that the first one holds. */
const ownShare = 0.5;
/** What names an amount or a date beside this share of it may be what is asked for: it is not said that none is named. */
const mentionShare = 0.2;
/** A passage that scores below this share of the first one's is quoted only for holding more of the question than that. */
const nearScore = 0.55;
/** Below this share of the best score a passage speaks of something else, though it names an amount or a date. */
const likelyScore = 0.4;
/** Two quotes with this share of their words in common say the same. */
const sameWords = 0.8;

/**
 * Answers with sentences quoted word for word from the best passages, each with its citation, in the order in which the
 * passages were found and stand. Says so when nothing fits.
 */
export function answerExtractively(question: string, found: Retrieved, parts: Part[] = []): Draft {
  const read = ofNamedDocument(found.evidence.slice(0, passagesRead));
  if (read.length === 0) return abstain("Nothing in the documents speaks of this.");
  if (answerability(read, found) < 1) {
    return abstain(whatIsMissing(question, read));
  }
  const candidates = weigh(read, question);
  if (candidates.length === 0) return abstain("The nearest passages hold no sentence to quote.");
  const missing = nameOfForm(question);
  if (missing !== null && parts.length === 0 && likely(candidates, mentionShare).length === 0)
    return abstain(`The nearest passages speak of this and name no ${missing}.`);
  const chosen = choose(candidates, question);
  const told = parts.length > 0 ? chosen : thoseMet(chosen, found);
  if (told.length > 0) return compose(withParts(told, parts));
  const nearest = chosen.slice(0, 1).map(({ evidence }) => evidence);
  return abstain(whatIsMissing(question, nearest));
}

/** From this on a question names a document by a word that no other one's title holds. */
const clearlyNamed = 0.99;

/** Who asks about one company's policy is not told another one's: where the best passage is of a document that is named. */
function ofNamedDocument(read: Evidence[]): Evidence[] {
  const [best] = read;
  if (best === undefined || best.named < clearlyNamed) return read;
  return read.filter(({ named }) => named >= clearlyNamed);
}

/** All, where the first one's passage holds enough of what is asked beside names; else those that do and hold as much as it. */
function thoseMet(chosen: Candidate[], found: Retrieved): Candidate[] {
  const isMet = ({ evidence }: Candidate) => metBeside(evidence, found) >= 1;
  const [first] = chosen;
  if (first === undefined || isMet(first)) return chosen;
  return chosen.filter((candidate) => isMet(candidate) && candidate.held >= first.held);
}

function whatIsMissing(question: string, read: Evidence[]): string {
  const texts = read.map(({ text, section, documentName }) => `${text}\n${section}\n${documentName}`);
  const missing = missingWords(question, texts);
  return missing.length === 0
    ? "The nearest passages share too little with the question."
    : `The nearest passages say nothing of ${listOf(missing, "disjunction")}.`;
}

/** Those that name what is asked for and hold this share of what any holds of the question, in passages that fit it about as well. */
function likely(candidates: Candidate[], share: number): Candidate[] {
  const most = Math.max(...candidates.map(({ held }) => held));
  const best = Math.max(...candidates.map(({ evidence }) => evidence.score));
  const near = candidates.filter(({ fits, evidence }) => fits && evidence.score >= best * likelyScore);
  const alone = near.filter(({ held }) => held >= most * share);
  return alone.length > 0 ? alone : near.filter(({ meant }) => meant >= most * share);
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
      : choose(weigh(read, question), question).slice(0, unitsOfPart);
  });
  const [first] = own;
  const comesFirst = first !== undefined && first.evidence.coverage >= lead.evidence.coverage + partLead;
  const inOrder = comesFirst ? [...own, ...chosen] : [lead, ...own, ...rest];
  return [...new Map(inOrder.map((unit) => [quoteOf(unit), unit])).values()].slice(0, mostUnitsOfParts);
}

/** The best unit of the best passage first, of one that names what is asked for; then the best of others while they are worth it. */
function choose(candidates: Candidate[], question: string): Candidate[] {
  const ranked = candidates.toSorted((a, b) => b.worth - a.worth);
  const fitting = isPlain(askedFor(question)) ? likely(ranked, ownShare) : [];
  const leading = fitting.length > 0 ? fitting : ranked;
  const firstRank = !isOn("lead by rank")
    ? leading[0]?.evidence.rank
    : Math.min(...leading.map(({ evidence }) => evidence.rank));
  const lead = leading.find(({ evidence }) => evidence.rank === firstRank);
  if (lead === undefined) return [];
  const best = ranked[0]?.worth ?? 0;
  const chosen = [lead];
  for (const candidate of ranked) {
    if (chosen.length >= mostUnits || candidate.worth < best * worthQuoting) break;
    if (candidate.held < lead.held * ownShare) continue;
    if (candidate.evidence.score < lead.evidence.score * nearScore && candidate.held <= lead.held) continue;
    const ofSame = chosen.filter((other) => isSamePassage(other.evidence, candidate.evidence));
    if (ofSame.length > 1 || (ofSame.length === 1 && candidate.worth < best * worthSecond)) continue;
    if (chosen.some((other) => saysTheSame(other, candidate))) continue;
    chosen.push(candidate);
  }
  const more = restOfList(lead, candidates);
  const rest = chosen
    .filter((other) => other !== lead && other !== more)
    .toSorted((a, b) => a.evidence.rank - b.evidence.rank || a.position - b.position);
  const before = rest.filter((other) => addsTo(lead, other));
  const whole = takenUp(lead, candidates) ?? lead;
  return [...before, whole, ...(more ? [more] : []), ...rest.filter((other) => !before.includes(other))];
}

/** The same sentence with the one behind it that takes up what it says ('This does not apply to …'): alone it says less. */
function takenUp({ evidence, unit }: Candidate, candidates: Candidate[]): Candidate | undefined {
  return candidates.find(
    (other) =>
      isSamePassage(evidence, other.evidence) &&
      other.unit.kind === unit.kind &&
      other.unit.start === unit.start &&
      other.unit.end > unit.end,
  );
}

const adding = /\b(?:also|in addition|additionally|however|otherwise|instead)\b/i;

/** Whether a sentence adds to what its passage said before, and says too little without it. */
function addsTo(later: Candidate, earlier: Candidate): boolean {
  return (
    isSamePassage(later.evidence, earlier.evidence) &&
    earlier.position < later.position &&
    adding.test(quoteOf(later))
  );
}

/** Where a list ends its passage, its items at the head of the next one. */
function restOfList({ evidence, unit }: Candidate, candidates: Candidate[]): Candidate | undefined {
  if (unit.kind !== "list" || unit.end < evidence.text.trimEnd().length) return undefined;
  return candidates.find(
    (other) =>
      other.unit.kind === "list" &&
      other.unit.start === 0 &&
      other.evidence.versionId === evidence.versionId &&
      other.evidence.ordinal === evidence.ordinal + 1,
  );
}

/** One overlaps the other in its passage, holds its words, or nearly all of them. */
function saysTheSame(one: Candidate, other: Candidate): boolean {
  const isOver = one.unit.start < other.unit.end && other.unit.start < one.unit.end;
  if (isOver && isSamePassage(one.evidence, other.evidence)) return true;
  if (quoteOf(one).includes(quoteOf(other)) || quoteOf(other).includes(quoteOf(one))) return true;
  const common = [...one.terms].filter((term) => other.terms.has(term)).length;
  return common >= sameWords * Math.max(one.terms.size, other.terms.size) && one.unit.kind === "sentence";
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
