import type { CheckedClaim, CitedSource } from "#engine/draft.ts";
import { locateWords } from "#engine/text/locate-words.ts";
import { withoutEnds } from "#engine/text/trim.ts";
import type { CheckedAnswer } from "./claims.ts";
import { agrees } from "./compare.ts";
import { bullet, followLeads, leadsOn } from "./lead-lines.ts";

/** More would not fit the reply (server/answering/answers/model/second-look-model.ts). */
const mostClaims = 12;
/** Fewer words copied from a passage prove nothing. */
const leastWords = 4;
const quotationMark = /["'“”‘’]/;

type Uncertain = { claim: CheckedClaim; sources: CitedSource[]; sentence: string; passages: string[] };

/** The sentences that words alone neither confirm nor contradict, each with the passages it cites; at most twelve. */
export function uncertainIn({ text, sources, claims }: CheckedAnswer): Uncertain[] {
  const leads = followLeads();
  return claims
    .flatMap((claim) => {
      const own = text.slice(claim.start, claim.end);
      const lead = leads.leadOf(own);
      const cited = sources.filter(({ marker }) => claim.markers.includes(marker));
      const isUncertain = claim.verdict === "open" || claim.verdict === "unsupported";
      if (!isUncertain || cited.length === 0 || leadsOn(own)) return [];
      const item = own.replace(bullet, "");
      const sentence = lead === null ? item : `${lead}: ${item}`;
      return [{ claim, sources: cited, sentence, passages: cited.map(({ evidence }) => evidence.text) }];
    })
    .slice(0, mostClaims);
}

type Look = { kind: "says" | "otherwise"; words: string } | { kind: "no" };

/**
 * The checked answer after the second look: for each uncertain sentence the model names words of the passage that state it
 * ('1: words'), words that contradict it ('1: otherwise: words'), or none ('1: no'). A sentence becomes supported only if
 * those words occur in a passage it cites and agree with it in everything that must agree exactly (compare.ts): the model
 * can point, it cannot vouch. A sentence without a reply keeps its verdict.
 */
export function confirm(checked: CheckedAnswer, reply: string): CheckedAnswer {
  const looks = readReply(reply);
  const sources = [...checked.sources];
  const changed = new Map<CheckedClaim, CheckedClaim>();
  uncertainIn(checked).forEach(({ claim, sources: cited, sentence }, place) => {
    const look = looks.get(place + 1);
    if (look === undefined) return;
    if (look.kind === "no") {
      changed.set(claim, { ...claim, verdict: "unsupported" });
      return;
    }
    const found = pointedAt(look.words, cited);
    if (found === null) return;
    if (look.kind === "says" && !agrees(sentence, found)) return;
    const marker = sources.length + 1;
    sources.push({ ...found, marker });
    const verdict = look.kind === "says" ? "supported" : "contradicted";
    changed.set(claim, { ...claim, markers: [marker], verdict });
  });
  return { ...checked, sources, claims: checked.claims.map((claim) => changed.get(claim) ?? claim) };
}

type Pointed = Omit<CitedSource, "marker">;

/** Replies by number of the pair. Everything else is ignored. */
function readReply(reply: string): Map<number, Look> {
  return new Map(
    reply.split("\n").flatMap((line): [number, Look][] => {
      const match = /^\s{0,9}(\d{1,2})\s{0,3}[:.)](.+)$/.exec(line);
      if (match === null) return [];
      const said = (match[2] ?? "").trim();
      const other = /^otherwise\s{0,3}:\s{0,3}(.+)$/i.exec(said)?.[1];
      if (other !== undefined) return [[Number(match[1]), { kind: "otherwise", words: other }]];
      const isNo = /^["'“]?no\b.{0,3}$/i.test(said);
      return [[Number(match[1]), isNo ? { kind: "no" } : { kind: "says", words: said }]];
    }),
  );
}

/** The words as written in one of the passages, whatever the spaces and quotation marks around them. */
function pointedAt(words: string, cited: CitedSource[]): Pointed | null {
  const bare = withoutEnds(words, quotationMark).trim();
  if (bare.split(/\s+/).length < leastWords) return null;
  for (const { evidence } of cited) {
    const found = locateWords(evidence.text, bare, { caseSensitive: false });
    if (found !== null) return { evidence, quote: evidence.text.slice(found.start, found.end) };
  }
  return null;
}
