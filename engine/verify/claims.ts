import type { CheckedClaim, CitedSource, Draft } from "#engine/draft.ts";
import { withAbbreviations, type Evidence } from "#engine/evidence.ts";
import { english, writtenIn } from "#engine/text/language.ts";
import { attribute, type Carrying } from "./attribute.ts";
import { withCopies } from "./check-copies.ts";
import { proseOf, withoutCopies, type CopiedWords } from "./copied-words.ts";
import { attributeVerbatim } from "./verbatim.ts";
import { bullet, followLeads, isAboveRule, leadsOn } from "./lead-lines.ts";
import { isHeading } from "./statements.ts";
import { citedSentencesOf, withPlainMarks } from "./cited-sentences.ts";
import { isWhole, withoutCutSentence } from "./whole.ts";

/** An answer of 1,200 tokens has about 60 sentences and 5,000 characters; more are not checked, nor shown. */
const mostSentences = 100;
const mostCharacters = 8_000;

/** A horizontal rule, or the line below a table header, isn't a sentence. */
const saysSomething = /[\p{L}\p{N}]/u;

export type CheckedAnswer = Pick<Draft, "text" | "sources" | "claims">;

/** A model's answer, and the question it answers: it may apply figures of the question to a rule. */
export type ModelsAnswer = { written: string; question: string; evidence: Evidence[] };

/**
 * The part of an answer that is checked, in whole sentences.
 * @param hasBrokenEnd whether the model was stopped while it wrote
 */
export function checkedPartOf(answer: string, hasBrokenEnd = false): { written: string; isCut: boolean } {
  const own = answer.slice(0, mostCharacters);
  const end = citedSentencesOf(proseOf(own))[mostSentences]?.start;
  if (end !== undefined) return { written: answer.slice(0, end), isCut: true };
  const isCut = hasBrokenEnd || own.length < answer.length;
  return { written: isCut ? withoutCutSentence(own) : own, isCut };
}

/** A model's answer with its citations, each quoting its whole passage, and no verdict on any sentence. */
export function leaveUnchecked(answer: ModelsAnswer): CheckedAnswer {
  return citeWith(answer, ({ cited }) => ({
    verdict: cited.length === 0 ? "unsupported" : "unchecked",
    by: cited.map((item) => ({ item, quote: item.text })),
    condition: null,
  }));
}

/**
 * Checks a model's answer sentence by sentence against the passages it cites and, for sentences that these don't support,
 * against all passages sent (attribute.ts). Removes marks that name no passage sent.
 */
export function checkAnswer(answer: ModelsAnswer): CheckedAnswer {
  const { question } = answer;
  const evidence = withAbbreviations(answer.evidence);
  return citeWith({ ...answer, evidence }, ({ claim, cited, copies }) => {
    const passages = cited.length > 0 ? cited : evidence;
    const language = writtenIn(passages.map(({ text }) => text).join("\n"));
    if (language !== english) return attributeVerbatim(claim, cited);
    const asserted = { claim, question };
    return withCopies(asserted, attribute(asserted, cited, evidence), { cited, evidence, copies });
  });
}

/** A sentence without its marks, the passages it cites, and the words copied below it. */
type Written = { claim: string; cited: Evidence[]; copies: CopiedWords[] };

function citeWith(
  { written, evidence }: ModelsAnswer,
  carry: (sentence: Written) => Carrying,
): CheckedAnswer {
  const byRank = new Map(evidence.map((item) => [item.rank, item]));
  const citations = numberSources();
  const claims: CheckedClaim[] = [];
  let text = "";
  let end = 0;
  const leads = followLeads();
  const { prose, copies } = withoutCopies(withPlainMarks(written).trim());
  for (const { text: bare, ...unit } of citedSentencesOf(prose)) {
    text += prose.slice(end, unit.start);
    end = unit.end;
    if (!saysSomething.test(bare)) {
      text += bare;
      continue;
    }
    const own = copies.filter(({ at }) => at >= unit.start && at <= unit.end);
    const ranks = new Set([...unit.ranks, ...own.flatMap((copy) => copy.ranks)]);
    const cited = [...ranks].flatMap((rank) => byRank.get(rank) ?? []);
    const lead = leads.leadOf(bare);
    const isNamed = lead === null && evidence.some((item) => isHeading(bare, item));
    const { verdict, by, condition } =
      isNamed || (cited.length === 0 && (leadsOn(bare) || isAboveRule(prose, unit.end)))
        ? { verdict: "unsupported" as const, by: [], condition: null }
        : carriedUnder(lead, bare, (claim) => carry({ claim, cited, copies: own }));
    const markers = new Set(by.map(({ item, quote }) => citations.markerOf(item, quote)));
    const start = text.length;
    text += bare;
    claims.push({
      start,
      end: text.length,
      markers: [...markers],
      verdict: verdict === "supported" && !isWhole(bare, prose.slice(unit.end)) ? "open" : verdict,
      ...(condition === null ? {} : { condition }),
    });
    if (markers.size > 0) text += ` ${marksOf(markers)}`;
  }
  return { text: text.trimEnd(), sources: citations.sources, claims };
}

/** Numbers the sources of an answer in the order in which they are first cited; `sources` has those so far. */
export function numberSources(): {
  sources: CitedSource[];
  markerOf(evidence: Evidence, quote: string): number;
} {
  const sources: CitedSource[] = [];
  const markers = new Map<string, number>();
  return {
    sources,
    markerOf(evidence, quote) {
      const key = `${evidence.rank}/${quote}`;
      const marker = markers.get(key) ?? sources.push({ marker: sources.length + 1, evidence, quote });
      markers.set(key, marker);
      return marker;
    },
  };
}

/** A list item is checked against the passages by itself; together with its lead-in, it must not contradict them. */
function carriedUnder(lead: string | null, claim: string, carry: (claim: string) => Carrying): Carrying {
  // the item's number isn't a figure of the statement
  const item = claim.replace(bullet, "");
  const alone = carry(item);
  if (lead === null) return alone;
  const whole = carry(`${lead} ${item}`);
  return whole.verdict === "contradicted" ? whole : alone;
}

export const marksOf = (markers: Iterable<number>) => [...markers].map((marker) => `[${marker}]`).join("");

/** A text without its marks. */
export const withoutMarks = (text: string) => text.replaceAll(/ ?\[\d{1,3}\]/g, "");
