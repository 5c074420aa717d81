import { binding, denying, forbidden, freeing, leadingVerdict } from "#engine/text/modality.ts";
import { cellsOf, isRow } from "#engine/text/rows.ts";
import { canonicalTerms } from "#engine/text/synonyms.ts";

/** The words themselves have at least this share of a sentence's content; headings and lead-ins have the rest. */
const ownShare = 0.6;

/**
 * Whether words of a passage state a sentence by themselves: they contain all of its content in its order, next to no word
 * that it omits ('a gift card' is not 'a card'), and deny, demand and permit as often; headings, lead-ins and column names
 * (`around`) may contribute what they say about. A row has no order: its label and a value of it must be named. Any other wording needs
 * judgement.
 */
export function restates(claim: string, { quote, around }: { quote: string; around: string }): boolean {
  if (leadingVerdict.test(claim)) return false;
  const said = canonicalTerms(claim);
  const held = canonicalTerms(quote);
  const known = new Set([...held, ...canonicalTerms(around)]);
  if (!said.every((term) => known.has(term))) return false;
  const own = new Set(held);
  const shared = said.filter((term) => own.has(term));
  if (isRow(quote)) return isLabelNamed(quote, said) && isValueNamed(quote, said) && shared.length > 1;
  return (
    shared.length >= ownShare * said.length &&
    isInOrder(wordsOf(claim).flatMap(canonicalTerms), quote) &&
    countsIn(claim).join() === countsIn(coveredBy(quote, said)).join()
  );
}

function isLabelNamed(row: string, said: readonly string[]): boolean {
  const told = new Set(said);
  return canonicalTerms(cellsOf(row)[0] ?? "").every((term) => told.has(term));
}

/** The label alone says no more than a heading: its cells say for whom or how much. */
function isValueNamed(row: string, said: readonly string[]): boolean {
  const told = new Set(said);
  return canonicalTerms(cellsOf(row).slice(1).join(" ")).some((term) => told.has(term));
}

/** Ends a phrase: a word of one doesn't narrow a word of the next. */
const phraseEnd = /[,;:.!?)]["”’']?$/;

const wordsOf = (text: string) => text.split(/\s+/);

/** Those of the terms that the quote has occur there in this order, none behind a term of its phrase that is left out. */
function isInOrder(said: readonly string[], quote: string): boolean {
  const held = new Set(canonicalTerms(quote));
  const shared = said.filter((term) => held.has(term));
  let next = 0;
  let isNarrowed = false;
  for (const word of wordsOf(quote)) {
    const terms = canonicalTerms(word);
    for (const term of terms) {
      if (term === shared[next] && !isNarrowed) next += 1;
      else isNarrowed = true;
    }
    if (terms.length === 0 || phraseEnd.test(word)) isNarrowed = false;
  }
  return next === shared.length;
}

const counted = [
  String.raw`${denying}|${forbidden}|without`,
  binding,
  freeing,
  "all|any|every|each|always|whenever",
  "only|solely|exclusively",
  "before|after|prior|following|until|since",
].map((words) => new RegExp(String.raw`\b(?:${words})\b`, "gi"));

/** How often a text denies, demands, permits, generalizes, restricts and names a side of a time. */
const countsIn = (text: string) => counted.map((pattern) => text.match(pattern)?.length ?? 0);

/** The clauses that share a content word with the sentence. */
function coveredBy(quote: string, said: readonly string[]): string {
  const told = new Set(said);
  return quote
    .split(/(?<=[;:.])\s|,\s(?=(?:and|but|which|who|while|whereas)\b)/)
    .filter((clause) => canonicalTerms(clause).some((term) => told.has(term)))
    .join(" ");
}
