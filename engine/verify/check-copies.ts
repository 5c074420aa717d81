import type { Evidence } from "#engine/evidence.ts";
import { locateWords } from "#engine/text/locate-words.ts";
import type { Support, Carrying } from "./attribute.ts";
import { agrees, type Asserted } from "./compare.ts";
import type { CopiedWords } from "./copied-words.ts";

/** Fewer words copied from a passage prove nothing. */
const leastWords = 3;
const omission = /\s?(?:…|\.{3}|\[[….]{1,5}\])\s?/;

type Copied = { cited: Evidence[]; evidence: Evidence[]; copies: CopiedWords[] };

/**
 * What passages say of a sentence, with the words that its model copied for it: if they occur in a passage and agree with
 * the sentence (compare.ts), they are shown beside one that words alone don't confirm, and one that seemed to be about
 * something else is open, beside the condition that was copied with them.
 */
export function withCopies(
  asserted: Asserted,
  carrying: Carrying,
  { cited, evidence, copies }: Copied,
): Carrying {
  const isWaiting = carrying.verdict === "open" || carrying.verdict === "unsupported";
  if (!isWaiting || copies.length === 0) return carrying;
  const passages = [...cited, ...evidence.filter((item) => !cited.includes(item))];
  const found = copies
    .filter(({ limits }) => !limits)
    .flatMap(({ words }) => pointedAt(words, passages) ?? [])
    .filter(({ item, quote }) => agrees(asserted, { evidence: item, quote }));
  if (found.length === 0) return carrying;
  const limit = copies.find((copy) => copy.limits && pointedAt(copy.words, passages, 1) !== null);
  return { verdict: "open", by: found, condition: carrying.condition ?? limit?.words.trim() ?? null };
}

/** The words as written in one of the passages; pieces around an omission must follow each other there. */
export function pointedAt(words: string, passages: Evidence[], least = leastWords): Support | null {
  const pieces = words.split(omission).filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  if (pieces.join(" ").trim().split(/\s+/).length < least) return null;
  for (const item of passages) {
    let start = -1;
    let end = 0;
    const isThere = pieces.every((piece) => {
      const found = locateWords(item.text.slice(end), piece);
      if (found === null) return false;
      if (start < 0) start = found.start;
      end += found.end;
      return true;
    });
    if (isThere && start >= 0) return { item, quote: item.text.slice(start, end) };
  }
  return null;
}
