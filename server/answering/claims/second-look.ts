import type { UsableKey } from "#server/companies/model-keys.ts";
import type { Caller } from "#server/context.ts";
import type { Account } from "#server/usage/meter.ts";
import { askModel } from "../model/ask-model.ts";
import { disagreement } from "./disagreement.ts";
import type { CheckedClaim, CitedSource } from "../draft.ts";
import { secondLookPrompt } from "../model/prompt.ts";
import { sentencesOf } from "../sentences.ts";
import { saidIn } from "../synonyms.ts";
import { isStatedBy, mostStrangePointedAt } from "./statement.ts";

const outputTokens = 600;
/** The answer is on the screen already; its marks may wait this long. */
const longestMs = 10_000;
const mostClaims = 8;
/** Fewer words copied from a passage prove nothing. */
const leastWords = 4;

type Checked = { text: string; sources: CitedSource[]; claims: CheckedClaim[] };

/**
 * Shows the model the sentences that words alone could confirm only in part, each with its passage, and asks for the
 * words that say it. A sentence becomes supported only when those words stand in the passage, agree with it
 * (disagreement.ts) and state it, if in other words (statement.ts): the model can point, it cannot vouch.
 */
export async function secondLook(
  caller: Caller,
  account: Account,
  key: UsableKey,
  { text, sources, claims }: Checked,
  signal: AbortSignal,
): Promise<Pick<Checked, "sources" | "claims">> {
  const uncertain = claims
    .flatMap((claim) => {
      const source = sources.find((item) => item.marker === claim.markers[0]);
      return claim.verdict === "partly" && source !== undefined ? [{ claim, source }] : [];
    })
    .slice(0, mostClaims);
  if (uncertain.length === 0) return { sources, claims };
  const items = uncertain.map(({ claim, source }) => ({
    sentence: text.slice(claim.start, claim.end),
    passage: source.evidence.text,
  }));
  const reply = await askModel(caller, account, key, secondLookPrompt(items), {
    outputTokens,
    longestMs,
    signal,
  });
  const pointed = readReply(reply ?? "");
  const confirmed = new Map<CheckedClaim, { source: CitedSource; quote: string }>();
  uncertain.forEach(({ claim, source }, place) => {
    const item = items[place];
    const quote = item === undefined ? null : verbatim(pointed.get(place + 1) ?? "", item.passage);
    if (quote === null || item === undefined) return;
    const around = `${source.evidence.section} ${source.evidence.documentName}`;
    const isStated = isStatedBy(
      item.sentence,
      sentencesOf(quote).map(({ text: words }) => words),
      {
        around,
        passage: new Set(saidIn(item.passage)),
        strange: mostStrangePointedAt,
      },
    );
    if (isStated && disagreement(item.sentence, quote, { passage: item.passage, around }) === null)
      confirmed.set(claim, { source, quote });
  });
  const quoteOf = new Map([...confirmed.values()].map(({ source, quote }) => [source, quote]));
  return {
    sources: sources.map((source) => ({ ...source, quote: quoteOf.get(source) ?? source.quote })),
    claims: claims.map((claim) =>
      confirmed.has(claim) ? { ...claim, verdict: "supported" as const } : claim,
    ),
  };
}

/** '1: words of the passage' by number; 'no' and everything else says nothing. */
function readReply(reply: string): Map<number, string> {
  const lines = reply.split("\n").flatMap((line) => {
    const match = /^\s*(\d{1,2})\s*[:.)]\s*(.+)$/.exec(line);
    return match === null ? [] : [[Number(match[1]), (match[2] ?? "").trim()] as const];
  });
  return new Map(lines.filter(([, words]) => !/^["'“]?no\b.{0,3}$/i.test(words)));
}

/** The pointed-at words as they stand in the passage, whatever the spaces and quotation marks around them. */
function verbatim(words: string, passage: string): string | null {
  const bare = words.replace(/^["'“”‘’]+|["'“”‘’]+$/g, "").trim();
  if (bare.split(/\s+/).length < leastWords) return null;
  const pattern = bare
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join(String.raw`\s+`);
  return new RegExp(pattern, "i").exec(passage)?.[0] ?? null;
}
