import type { CheckedClaim, CitedSource } from "#engine/draft.ts";
import type { CheckedAnswer } from "./claims.ts";
import { pointedAt } from "./check-copies.ts";
import { agrees, appliesFigures } from "./compare.ts";
import { controlsFor, type Control } from "./judge-controls.ts";
import { readReply, type Reply } from "./judge-reply.ts";
import { bullet, followLeads, leadsOn } from "./lead-lines.ts";
import { isWhole } from "./whole.ts";

/** More would not fit one reply (server/answering/answers/model/judge-model.ts). */
const mostInPart = 24;

/** A sentence to judge by its position among the answer's, and the passages it rests on. */
type Case = { at: number; sources: CitedSource[]; sentence: string; isWhole: boolean };

/**
 * One of the two questions about each sentence, by its number in the prompt. They exclude each other: whoever says yes to
 * both has judged nothing. `about` counts the part's cases, then its controls.
 */
export type JudgeQuestion = {
  number: number;
  asks: "holds" | "fails";
  about: number;
  sentence: string;
  sources: CitedSource[];
};

/** One call to a judge. */
export type JudgePart = { cases: Case[]; controls: Control[]; questions: JudgeQuestion[] };

/**
 * `unreliable`: most replies cancel each other, or one about a control (judge-controls.ts) is wrong. `unheard`: there is none
 * that could be read.
 */
export type Judgement = { checked: CheckedAnswer; outcome: "heard" | "unreliable" | "unheard" };

/**
 * The calls to a judge about a checked answer, each of 24 sentences: two questions for each sentence with a source that words
 * don't contradict and for each control among them, in an order that `seed` decides. Positions tell nothing.
 */
export function judgeParts(checked: CheckedAnswer, seed: number): JudgePart[] {
  const all = casesOf(checked);
  return Array.from({ length: Math.ceil(all.length / mostInPart) }, (_, part) => {
    const cases = all.slice(part * mostInPart, (part + 1) * mostInPart);
    const seedOfPart = mixed(seed, part);
    const controls = controlsFor(cases, (place) => mixed(seedOfPart, place));
    return { cases, controls, questions: numbered([...cases, ...controls], seedOfPart) };
  });
}

/**
 * The checked answer after the judge's replies, by part, a line for each question: '3: yes', '4: no', '5: contradicts: words',
 * '6: condition: words', '7: not said'. A sentence that holds and doesn't fail is supported if it is whole and agrees with a
 * source in all that must agree exactly (compare.ts), and open if it shares no words with one. One that fails and doesn't hold
 * is contradicted, open beside the condition it lacks, or unsupported; if words confirmed it, only words of a source that say
 * otherwise remove it. Two equal replies change nothing, nor does an unreliable judge.
 */
export function judgedBy(
  checked: CheckedAnswer,
  { parts, replies, question }: { parts: JudgePart[]; replies: (string | null)[]; question: string },
): Judgement {
  const ruled = parts.map((part, index) => rulingsOf(part, replies[index] ?? ""));
  const heard = ruled.filter(({ rulings }) => rulings.some(isAnswered));
  if (heard.length === 0) return { checked, outcome: "unheard" };
  if (!heard.every(isReliable)) return { checked, outcome: "unreliable" };
  const sources = [...checked.sources];
  const claims = [...checked.claims];
  for (const { cases, rulings, controls } of heard)
    cases.forEach((one, index) => {
      const ruling = rulings[index];
      const claim = claims[one.at];
      if (claim === undefined) return;
      // without an untrue control, a judge who approves of everything isn't found out
      if (approves(ruling) && controls.some(({ isTrue }) => !isTrue))
        claims[one.at] = held(claim, one, question);
      if (rejects(ruling)) claims[one.at] = failed(claim, one, ruling.fails, sources);
    });
  return { checked: { ...checked, sources, claims }, outcome: "heard" };
}

/** On one sentence. */
type Ruling = { holds: Reply | null; fails: Reply | null };
type Answered = { holds: Reply; fails: Reply };
/** `controlled`: those on the controls. */
type Ruled = JudgePart & { rulings: Ruling[]; controlled: Ruling[] };

function rulingsOf(part: JudgePart, reply: string): Ruled {
  const replies = readReply(reply);
  const all = [...part.cases, ...part.controls].map((): Ruling => ({ holds: null, fails: null }));
  for (const { number, asks, about } of part.questions) {
    const ruling = all[about];
    if (ruling !== undefined) ruling[asks] = replies.get(number) ?? null;
  }
  const { length } = part.cases;
  return { ...part, rulings: all.slice(0, length), controlled: all.slice(length) };
}

const isAnswered = (ruling: Ruling | undefined): ruling is Answered =>
  ruling !== undefined && ruling.holds !== null && ruling.fails !== null;
const approves = (ruling: Ruling | undefined): ruling is Answered =>
  isAnswered(ruling) && ruling.holds.isYes && !ruling.fails.isYes;
const rejects = (ruling: Ruling | undefined): ruling is Answered =>
  isAnswered(ruling) && !ruling.holds.isYes && ruling.fails.isYes;

function isReliable({ rulings, controls, controlled }: Ruled): boolean {
  const answered = rulings.filter(isAnswered);
  const idle = answered.filter((ruling) => !approves(ruling) && !rejects(ruling)).length;
  return (
    idle <= answered.length / 2 &&
    controls.every(({ isTrue }, index) => {
      const ruling = controlled[index];
      // a condition may stand in a neighboring passage
      return isTrue ? !rejects(ruling) || ruling.fails.kind === "condition" : rejects(ruling);
    })
  );
}

function held(
  claim: CheckedClaim,
  { sources, sentence, isWhole: hasEnd }: Case,
  question: string,
): CheckedClaim {
  if (claim.verdict === "supported" || !hasEnd) return claim;
  const asserted = { claim: sentence, question };
  const agreeing = sources.filter(
    ({ evidence, quote }) =>
      agrees(asserted, { evidence, quote }) || agrees(asserted, { evidence, quote: evidence.text }),
  );
  if (agreeing.length === 0) return claim;
  const { condition: _settled, ...own } = claim;
  return {
    ...own,
    // where words of the source share nothing with it, a judge alone doesn't vouch
    verdict: claim.verdict === "unsupported" ? "open" : "supported",
    markers: agreeing.map(({ marker }) => marker),
    ...(agreeing.some(({ evidence }) => appliesFigures(asserted, evidence)) ? { isApplied: true } : {}),
  };
}

function failed(
  claim: CheckedClaim,
  { sources }: Case,
  { kind, words }: Reply,
  all: CitedSource[],
): CheckedClaim {
  const found = pointedAt(
    words,
    sources.map(({ evidence }) => evidence),
    2,
  );
  if (kind === "condition")
    return { ...claim, verdict: "open", ...(found === null ? {} : { condition: found.quote }) };
  if (kind === "contradicts" && found !== null) {
    const marker = all.length + 1;
    all.push({ marker, evidence: found.item, quote: found.quote });
    return { ...claim, verdict: "contradicted", markers: [marker] };
  }
  return { ...claim, verdict: claim.verdict === "supported" ? "open" : "unsupported" };
}

function casesOf({ text, sources, claims }: CheckedAnswer): Case[] {
  const leads = followLeads();
  return claims.flatMap((claim, at): Case[] => {
    const own = text.slice(claim.start, claim.end);
    const lead = leads.leadOf(own);
    const cited = sources.filter(({ marker }) => claim.markers.includes(marker));
    if (claim.verdict === "contradicted" || cited.length === 0 || leadsOn(own)) return [];
    const item = own.replace(bullet, "");
    const sentence = lead === null ? item : `${lead}: ${item}`;
    return [{ at, sources: cited, sentence, isWhole: isWhole(own, text.slice(claim.end)) }];
  });
}

function numbered(judged: (Case | Control)[], seed: number): JudgeQuestion[] {
  return judged
    .flatMap(({ sentence, sources }, about) =>
      (["holds", "fails"] as const).map((asks, other) => ({
        question: { asks, about, sentence, sources },
        key: mixed(seed, 2 * about + other),
      })),
    )
    .toSorted((first, second) => first.key - second.key)
    .map(({ question }, index) => ({ number: index + 1, ...question }));
}

/** An order that looks random and is the same each time (the finalizer of MurmurHash3). */
function mixed(seed: number, place: number): number {
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(place + 1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
