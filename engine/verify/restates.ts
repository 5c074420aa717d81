import { binding, denying, forbidden, freeing, leadingVerdict } from "#engine/text/modality.ts";
import { cellsOf, isRow } from "#engine/text/rows.ts";
import { canonicalTerms } from "#engine/text/synonyms.ts";

/** The words themselves have at least this share of a sentence's content; headings and lead-ins have the rest. */
const ownShare = 0.6;

/**
 * Whether words of a passage state a sentence by themselves: they contain all of its content in its order, and deny, demand
 * and permit as often; headings, lead-ins and column names (`around`) may contribute what they say about. A row has no order:
 * its label must be named. Any other wording needs judgement.
 */
export function restates(claim: string, { quote, around }: { quote: string; around: string }): boolean {
  if (leadingVerdict.test(claim)) return false;
  const said = canonicalTerms(claim);
  const held = canonicalTerms(quote);
  const known = new Set([...held, ...canonicalTerms(around)]);
  if (!said.every((term) => known.has(term))) return false;
  const own = new Set(held);
  const shared = said.filter((term) => own.has(term));
  if (isRow(quote)) return isLabelNamed(quote, said) && shared.length > 1;
  return (
    shared.length >= ownShare * said.length &&
    isInOrder(shared, held) &&
    countsIn(claim).join() === countsIn(coveredBy(quote, said)).join()
  );
}

function isLabelNamed(row: string, said: readonly string[]): boolean {
  const told = new Set(said);
  return canonicalTerms(cellsOf(row)[0] ?? "").every((term) => told.has(term));
}

function isInOrder(words: readonly string[], held: readonly string[]): boolean {
  let at = 0;
  return words.every((word) => {
    at = held.indexOf(word, at) + 1;
    return at > 0;
  });
}

const counted = [
  String.raw`${denying}|${forbidden}|without`,
  binding,
  freeing,
  "all|any|every|each|always|whenever",
  "only|solely|exclusively",
].map((words) => new RegExp(String.raw`\b(?:${words})\b`, "gi"));

/** How often a text denies, demands, permits, generalizes and restricts. */
const countsIn = (text: string) => counted.map((pattern) => text.match(pattern)?.length ?? 0);

/** The clauses that share a content word with the sentence. */
function coveredBy(quote: string, said: readonly string[]): string {
  const told = new Set(said);
  return quote
    .split(/(?<=[;:.])\s|,\s(?=(?:and|but|which|who|while|whereas)\b)/)
    .filter((clause) => canonicalTerms(clause).some((term) => told.has(term)))
    .join(" ");
}
