import type { CheckedClaim, CitedSource } from "#engine/draft.ts";
import { sentencesOf } from "#engine/text/sentences.ts";
import { saidIn } from "#engine/text/synonyms.ts";
import type { CheckedAnswer } from "./claims.ts";
import { disagreement } from "./disagreement.ts";
import { isStatedBy, mostStrangePointedAt } from "./statement.ts";
import { locateWords } from "#engine/text/locate-words.ts";
import { withoutEnds } from "#engine/text/trim.ts";

const mostClaims = 8;
/** Fewer words copied from a passage prove nothing. */
const leastWords = 4;
const quotationMark = /["'“”‘’]/;

type Uncertain = { claim: CheckedClaim; source: CitedSource; sentence: string; passage: string };

/** The sentences that words alone could confirm only in part, each with the passage it cites first; at most eight. */
export function uncertainIn({ text, sources, claims }: CheckedAnswer): Uncertain[] {
  return claims
    .flatMap((claim) => {
      const source = sources.find((item) => item.marker === claim.markers[0]);
      if (claim.verdict !== "partly" || source === undefined) return [];
      return [{ claim, source, sentence: text.slice(claim.start, claim.end), passage: source.evidence.text }];
    })
    .slice(0, mostClaims);
}

/**
 * The checked answer after the model was shown its uncertain sentences and replied with the words that say them ('1: words
 * of the passage'). A sentence becomes supported only when those words stand in the passage, agree with it (disagreement.ts)
 * and state it, if in other words (statement.ts): the model can point, it cannot vouch.
 */
export function confirm(checked: CheckedAnswer, reply: string): CheckedAnswer {
  const pointed = readReply(reply);
  const confirmed = new Map<CheckedClaim, { source: CitedSource; quote: string }>();
  uncertainIn(checked).forEach(({ claim, source, sentence, passage }, place) => {
    const quote = verbatim(pointed.get(place + 1) ?? "", passage);
    if (quote === null) return;
    const around = `${source.evidence.section} ${source.evidence.documentName}`;
    const parts = sentencesOf(quote).map(({ text }) => text);
    const isStated = isStatedBy(sentence, parts, {
      around,
      passage: new Set(saidIn(passage)),
      strange: mostStrangePointedAt,
    });
    if (isStated && disagreement(sentence, quote, { passage, around }) === null)
      confirmed.set(claim, { source, quote });
  });
  const quoteOf = new Map([...confirmed.values()].map(({ source, quote }) => [source, quote]));
  return {
    text: checked.text,
    sources: checked.sources.map((source) => ({ ...source, quote: quoteOf.get(source) ?? source.quote })),
    claims: checked.claims.map((claim) =>
      confirmed.has(claim) ? { ...claim, verdict: "supported" as const } : claim,
    ),
  };
}

/** '1: words of the passage' by number; 'no' and everything else says nothing. */
function readReply(reply: string): Map<number, string> {
  const lines = reply.split("\n").flatMap((line) => {
    const match = /^\s{0,9}(\d{1,2})\s{0,3}[:.)](.+)$/.exec(line);
    return match === null ? [] : [[Number(match[1]), (match[2] ?? "").trim()] as const];
  });
  return new Map(lines.filter(([, words]) => !/^["'“]?no\b.{0,3}$/i.test(words)));
}

/** The pointed-at words as they stand in the passage, whatever the spaces and quotation marks around them. */
function verbatim(words: string, passage: string): string | null {
  const bare = withoutEnds(words, quotationMark).trim();
  if (bare.split(/\s+/).length < leastWords) return null;
  const found = locateWords(passage, bare, { caseSensitive: false });
  return found === null ? null : passage.slice(found.start, found.end);
}
