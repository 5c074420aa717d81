import type { CheckedClaim, CitedSource } from "#engine/draft.ts";
import { withoutEnds } from "#engine/text/trim.ts";
import type { CheckedAnswer } from "./claims.ts";
import { pointedAt } from "./check-copies.ts";
import { agrees, appliesFigures } from "./compare.ts";
import { bullet, followLeads, leadsOn } from "./lead-lines.ts";

/** More would not fit the reply (server/answering/answers/model/judge-model.ts). */
const mostClaims = 24;
const quotationMark = /["'“”‘’`*]/;

/** A sentence to judge, and the passages it rests on. */
type Case = { claim: CheckedClaim; sources: CitedSource[]; sentence: string };

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
 * The questions to a judge about a checked answer, two for each sentence with a source that words don't contradict, in an
 * order that `seed` decides: positions tell nothing. At most 24 sentences.
 */
export function judgeQuestions(checked: CheckedAnswer, seed: number): JudgeQuestion[] {
  return numbered(casesOf(checked), seed).map(({ number, asks, one: { sentence, sources } }) => ({
    number,
    asks,
    sentence,
    sources,
  }));
}

/**
 * The checked answer after the judge's reply, a line for each question: '3: yes', '4: no', '5: contradicts: words',
 * '6: condition: words', '7: not said'. A sentence that holds and doesn't fail is supported if it agrees with a source in all
 * that must agree exactly (compare.ts), and open if it shares no words with one. One that fails and doesn't hold is contradicted, open beside the condition it lacks, or
 * unsupported; if words confirmed it, only words of a source that say otherwise remove it. Two equal replies, and a judge
 * most of whose replies are, change nothing.
 */
export function judgedBy(
  checked: CheckedAnswer,
  { reply, question, seed }: { reply: string; question: string; seed: number },
): CheckedAnswer {
  const replies = readReply(reply);
  const cases = casesOf(checked);
  const rulings = cases.map(() => ({ holds: null as Reply | null, fails: null as Reply | null }));
  for (const { number, asks, place } of numbered(cases, seed)) {
    const ruling = rulings[place];
    if (ruling !== undefined) ruling[asks] = replies.get(number) ?? null;
  }
  const answered = rulings.filter(({ holds, fails }) => holds !== null && fails !== null);
  const idle = answered.filter(({ holds, fails }) => holds?.isYes === fails?.isYes).length;
  if (answered.length === 0 || idle > answered.length / 2) return checked;
  const sources = [...checked.sources];
  const changed = new Map<CheckedClaim, CheckedClaim>();
  cases.forEach((one, place) => {
    const { holds, fails } = rulings[place] ?? { holds: null, fails: null };
    if (holds === null || fails === null || holds.isYes === fails.isYes) return;
    changed.set(one.claim, holds.isYes ? held(one, question) : failed(one, fails, sources));
  });
  return { ...checked, sources, claims: checked.claims.map((claim) => changed.get(claim) ?? claim) };
}

function held({ claim, sources, sentence }: Case, question: string): CheckedClaim {
  if (claim.verdict === "supported") return claim;
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

function casesOf({ text, sources, claims }: CheckedAnswer): Case[] {
  const leads = followLeads();
  return claims
    .flatMap((claim): Case[] => {
      const own = text.slice(claim.start, claim.end);
      const lead = leads.leadOf(own);
      const cited = sources.filter(({ marker }) => claim.markers.includes(marker));
      if (claim.verdict === "contradicted" || cited.length === 0 || leadsOn(own)) return [];
      const item = own.replace(bullet, "");
      return [{ claim, sources: cited, sentence: lead === null ? item : `${lead}: ${item}` }];
    })
    .slice(0, mostClaims);
}

function numbered(cases: Case[], seed: number) {
  const questions = cases.flatMap((one, place) =>
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

type Reply = { isYes: boolean; kind: "contradicts" | "condition" | null; words: string };

const line = /^[\s>*-]{0,9}\(?(\d{1,3})\s{0,3}[:.)]\s{0,3}(.+)$/;
const ruling =
  /^(?:(yes|no)\b[\s,.:;–-]{0,4})?(?:(contradict(?:s|ed)?|otherwise|condition|exception|not said|unsaid|not stated)\b[\s,.:;–-]{0,4})?(.*)$/i;

/** Replies by number of the question; the first of two counts. Everything else is ignored. */
function readReply(reply: string): Map<number, Reply> {
  const replies = new Map<number, Reply>();
  for (const written of reply.split("\n")) {
    const [, number = "", said = ""] = line.exec(written) ?? [];
    const [, answer, name, words = ""] = ruling.exec(withoutEnds(said.trim(), quotationMark)) ?? [];
    if (number === "" || (answer === undefined && name === undefined) || replies.has(Number(number)))
      continue;
    const isYes = answer === undefined ? true : answer.toLowerCase() === "yes";
    replies.set(Number(number), {
      isYes,
      kind: kindOf(name),
      words: withoutEnds(words.trim(), quotationMark),
    });
  }
  return replies;
}

/** null: not said, or nothing told. */
function kindOf(name = ""): Reply["kind"] {
  if (/^(?:contradict|otherwise)/i.test(name)) return "contradicts";
  return /^(?:condition|exception)/i.test(name) ? "condition" : null;
}
