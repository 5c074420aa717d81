import type { CheckedClaim, CitedSource } from "#engine/draft.ts";
import type { CheckedAnswer } from "./claims.ts";
import { pointedAt } from "./check-copies.ts";
import { agrees, appliesFigures } from "./compare.ts";
import { controlsFor } from "./judge-controls.ts";
import type { Control } from "./judge-controls.ts";
import { readReply } from "./judge-reply.ts";
import type { Reply } from "./judge-reply.ts";
import { bullet, followLeads, leadsOn } from "./lead-lines.ts";
import { isWhole } from "./whole.ts";

/** More would not fit one reply (server/answering/answers/model/judge-model.ts). */
const mostInPart = 24;

/** A sentence to judge, and the passages it rests on. */
type Case = { claim: CheckedClaim; sources: CitedSource[]; sentence: string; isWhole: boolean };
/** What is asked in one call. */
type Part = { cases: Case[]; controls: Control[]; seed: number };

/**
 * One of the two questions about each sentence, by its number in the prompt. They exclude each other: whoever says yes to
 * both has judged nothing.
 */
export type JudgeQuestion = {
  number: number;
  asks: "holds" | "fails";
  sentence: string;
  sources: CitedSource[];
};

/**
 * `unreliable`: most replies cancel each other, or one about a control (judge-controls.ts) is wrong. `unheard`: there is none
 * that could be read.
 */
export type Judgement = { checked: CheckedAnswer; outcome: "heard" | "unreliable" | "unheard" };

/**
 * The questions to a judge about a checked answer, in parts of 24 sentences: two for each sentence with a source that words
 * don't contradict and for each control among them, in an order that `seed` decides. Positions tell nothing.
 */
export function judgeQuestions(checked: CheckedAnswer, seed: number): JudgeQuestion[][] {
  return partsOf(checked, seed).map((part) =>
    numbered(part).map(({ number, asks, one: { sentence, sources } }) => ({
      number,
      asks,
      sentence,
      sources,
    })),
  );
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
  { replies, question, seed }: { replies: (string | null)[]; question: string; seed: number },
): Judgement {
  const parts = partsOf(checked, seed).map((part, place) => rulingsOf(part, replies[place] ?? ""));
  const heard = parts.filter(({ rulings }) => rulings.some(isAnswered));
  if (heard.length === 0) return { checked, outcome: "unheard" };
  if (!heard.every(isReliable)) return { checked, outcome: "unreliable" };
  const sources = [...checked.sources];
  const changed = new Map<CheckedClaim, CheckedClaim>();
  for (const { cases, rulings, controls } of heard)
    cases.forEach((one, place) => {
      const ruling = rulings[place];
      // without an untrue control, a judge who approves of everything isn't found out
      if (approves(ruling) && controls.some(({ isTrue }) => !isTrue))
        changed.set(one.claim, held(one, question));
      if (rejects(ruling)) changed.set(one.claim, failed(one, ruling.fails, sources));
    });
  const claims = checked.claims.map((claim) => changed.get(claim) ?? claim);
  return { checked: { ...checked, sources, claims }, outcome: "heard" };
}

/** On one sentence. */
type Ruling = { holds: Reply | null; fails: Reply | null };
type Answered = { holds: Reply; fails: Reply };
/** `controlled`: those on the controls. */
type Ruled = Part & { rulings: Ruling[]; controlled: Ruling[] };

function rulingsOf(part: Part, reply: string): Ruled {
  const replies = readReply(reply);
  const all = [...part.cases, ...part.controls].map((): Ruling => ({ holds: null, fails: null }));
  for (const { number, asks, place } of numbered(part)) {
    const ruling = all[place];
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
    controls.every(({ isTrue }, place) => {
      const ruling = controlled[place];
      // a condition may stand in a neighboring passage
      return isTrue ? !rejects(ruling) || ruling.fails.kind === "condition" : rejects(ruling);
    })
  );
}

function held({ claim, sources, sentence, isWhole: hasEnd }: Case, question: string): CheckedClaim {
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

function failed({ claim, sources }: Case, { kind, words }: Reply, all: CitedSource[]): CheckedClaim {
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

function partsOf(checked: CheckedAnswer, seed: number): Part[] {
  const cases = casesOf(checked);
  return Array.from({ length: Math.ceil(cases.length / mostInPart) }, (_, place) => {
    const own = cases.slice(place * mostInPart, (place + 1) * mostInPart);
    const seedOfPart = mixed(seed, place);
    return { cases: own, controls: controlsFor(own, (at) => mixed(seedOfPart, at)), seed: seedOfPart };
  });
}

function casesOf({ text, sources, claims }: CheckedAnswer): Case[] {
  const leads = followLeads();
  return claims.flatMap((claim): Case[] => {
    const own = text.slice(claim.start, claim.end);
    const lead = leads.leadOf(own);
    const cited = sources.filter(({ marker }) => claim.markers.includes(marker));
    if (claim.verdict === "contradicted" || cited.length === 0 || leadsOn(own)) return [];
    const item = own.replace(bullet, "");
    const sentence = lead === null ? item : `${lead}: ${item}`;
    return [{ claim, sources: cited, sentence, isWhole: isWhole(own, text.slice(claim.end)) }];
  });
}

function numbered({ cases, controls, seed }: Part) {
  const questions = [...cases, ...controls].flatMap((one, place) =>
    (["holds", "fails"] as const).map((asks) => ({
      asks,
      one,
      place,
      key: mixed(seed, 2 * place + (asks === "holds" ? 0 : 1)),
    })),
  );
  return questions
    .toSorted((first, second) => first.key - second.key)
    .map((question, at) => ({ ...question, number: at + 1 }));
}

/** An order that looks random and is the same each time (the finalizer of MurmurHash3). */
function mixed(seed: number, place: number): number {
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(place + 1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
