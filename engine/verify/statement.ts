import { saidIn, weightyIn } from "#engine/text/synonyms.ts";
import { denying, leadingVerdict } from "#engine/text/modality.ts";
import { hasOtherActor } from "./actors.ts";
import { subjectOf } from "./context.ts";

/** A claim may have this share of words that the source lacks; with more, it needs a second look. docs/decisions/checking.md says why. */
const mostStrange = 0.15;
/** A claim with this share of a sentence's words repeats all of its clauses. */
const wholeShare = 0.75;
/** Shorter parts of a sentence aren't statements. */
const leastTerms = 2;

/**
 * Whether `sentences` of a passage state the claim: one of their clauses contains its content, or, if the claim joins several
 * statements, one clause for each. Words that the clause lacks and the passage has elsewhere refer to something else there.
 * `around` is the context above the sentences, `passage` the terms of all of it (synonyms.ts).
 */
export function isStatedBy(claim: string, sentences: string[], { around, passage }: Background): boolean {
  const told = new Set(weightyIn(claim));
  const clauses = sentences.flatMap((sentence) => {
    const terms = weightyIn(sentence);
    const isWhole = terms.filter((term) => told.has(term)).length >= wholeShare * terms.length;
    return isWhole ? [{ text: sentence, subject: "" }, ...clausesOf(sentence)] : clausesOf(sentence);
  });
  const isStated = (part: string) => clauses.some((clause) => states(part, clause, { around, passage }));
  const said = claim.replace(leadingVerdict, "");
  return isStated(said) || (clauses.length > 1 && statementsOf(said).every(isStated));
}

type Background = { around: string; passage: ReadonlySet<string> };
type Clause = { text: string; /** The subject that it may leave out. */ subject: string };

const clauseBreak = /;\s{1,9}|,?\s{1,9}(?:whereas|while|but)\s{1,9}/;

function clausesOf(sentence: string): Clause[] {
  const parts = sentence.split(clauseBreak);
  return parts.map((text, at) => ({ text, subject: at === 0 ? "" : subjectOf(parts[at - 1] ?? "") }));
}

function states(claim: string, { text, subject }: Clause, { around, passage }: Background): boolean {
  const main = exceptive.test(claim) ? text : text.replace(exception, " ");
  const held = new Set(saidIn(`${main} ${subject} ${around}`));
  const said = weightyIn(claim);
  const foreign = said.filter((term) => !held.has(term));
  return (
    !foreign.some((term) => passage.has(term)) &&
    foreign.length <= mostStrange * said.length &&
    !widens(claim, `${text} ${subject} ${around}`) &&
    !hasOtherActor(claim, text, passage)
  );
}

const exceptive = new RegExp(
  String.raw`\b(?:unless|except|save|other than|apart from|excluding|only|without|${denying})\b`,
  "i",
);
/** A statement about an exception isn't a statement about the rule. */
const exception =
  /\b(?:unless|except|save (?:where|that|as|for|in)|other than|apart from|excluding)\b[^,;.]*/gi;

const all = /\b(?:all|always|anyone|anything|whenever|wherever|whatever|whichever|entire|regardless)\b/i;
const each = /\b(?:each|every|any)\b(?! (?:\w+ )?(?:day|week|month|quarter|year)\b)(?: (\p{L}+))?/giu;
const only = /\b(?:only|solely|exclusively)\b/i;

/** The claim says 'all' or 'some' where the source doesn't; 'a supplier must' means 'each supplier must'. */
function widens(claim: string, words: string): boolean {
  if (only.test(claim) && !only.test(words)) return true;
  if (all.test(words) || words.search(each) >= 0) return false;
  return (
    all.test(claim) ||
    [...claim.matchAll(each)].some(
      ([, noun = ""]) => !new RegExp(String.raw`\ban? ${noun}\b`, "i").test(words),
    )
  );
}

/** The statements that a sentence joins, if each has enough content. */
function statementsOf(claim: string): string[] {
  const parts = claim.split(
    /;\s{1,9}|,?\s{1,3}(?:and|but|while|whereas|which|so)\s{1,3}(?=\S{1,40}\s\S{1,40}\s)/,
  );
  return parts.every((part) => weightyIn(part).length >= leastTerms) ? parts : [claim];
}
