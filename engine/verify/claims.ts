import type { CheckedClaim, CitedSource, ClaimVerdict, Draft } from "#engine/draft.ts";
import type { Evidence } from "#engine/evidence.ts";
import { english, writtenIn } from "#engine/text/language.ts";
import { attribute } from "./attribute.ts";
import type { Carried } from "./attribute.ts";
import { attributeVerbatim } from "./verbatim.ts";
import { bullet, followLeads, leadsOn } from "./lead-lines.ts";
import { citedSentencesOf, withPlainMarks } from "./cited-sentences.ts";

/** An answer of 1,200 tokens has about 60 sentences; the rest is dropped. */
const mostSentences = 100;

/** A horizontal rule, or the line below a table header, isn't a sentence. */
const saysSomething = /[\p{L}\p{N}]/u;

export type CheckedAnswer = Pick<Draft, "text" | "sources" | "claims">;

/** A model's answer with its citations, each quoting its whole passage, and no verdict on any sentence. */
export function leaveUnchecked(written: string, evidence: Evidence[]): CheckedAnswer {
  return citeWith(written, evidence, (_, cited) => ({
    verdict: cited.length === 0 ? "unsupported" : "unchecked",
    by: cited.map((item) => ({ item, quote: item.text })),
  }));
}

/**
 * Checks a model's answer sentence by sentence against the passages it cites and, for sentences that these don't support,
 * against all passages sent (attribute.ts). Removes marks that name no passage sent.
 */
export function checkAnswer(written: string, evidence: Evidence[]): CheckedAnswer {
  return citeWith(written, evidence, (claim, cited) => {
    const passages = cited.length > 0 ? cited : evidence;
    const language = writtenIn(passages.map(({ text }) => text).join("\n"));
    return language === english ? attribute(claim, cited, evidence) : attributeVerbatim(claim, cited);
  });
}

function citeWith(
  written: string,
  evidence: Evidence[],
  carry: (claim: string, cited: Evidence[]) => Carrying,
): CheckedAnswer {
  const byRank = new Map(evidence.map((item) => [item.rank, item]));
  const sources: CitedSource[] = [];
  const claims: CheckedClaim[] = [];
  const markerOf = new Map<string, number>();
  let text = "";
  let end = 0;
  const leads = followLeads();
  const answer = withPlainMarks(written).trim();
  for (const { text: bare, ...unit } of citedSentencesOf(answer).slice(0, mostSentences)) {
    text += answer.slice(end, unit.start);
    end = unit.end;
    if (!saysSomething.test(bare)) {
      text += bare;
      continue;
    }
    const cited = [...new Set(unit.ranks)].flatMap((rank) => byRank.get(rank) ?? []);
    const lead = leads.leadOf(bare);
    const { verdict, by } =
      leadsOn(bare) && cited.length === 0
        ? { verdict: "unsupported" as const, by: [] }
        : carriedUnder(lead, bare, (claim) => carry(claim, cited));
    const markers = new Set<number>();
    for (const { item, quote } of by) {
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
    if (markers.size > 0) text += ` ${marksOf(markers)}`;
  }
  return { text: text.trimEnd(), sources, claims };
}

type Carrying = { verdict: ClaimVerdict; by: Carried[] };

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
