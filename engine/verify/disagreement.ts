import { termsIn, termsOf } from "#engine/text/analyze.ts";
import {
  binding,
  denying,
  denyingInEffect,
  duties,
  forbidden,
  freedoms,
  freeing,
  leadingVerdict,
} from "#engine/text/modality.ts";
import { directionsDiffer, turnsDirection } from "./directions.ts";
import { hasMisplacedNumber, hasMisplacedWord, placedIn } from "./word-order.ts";
import { namesOf, unsupportedNames } from "./names.ts";
import { numbersOf } from "#engine/text/numbers.ts";
import { remember } from "#engine/text/remember.ts";

const wordsOf = remember<ReadonlySet<string>>(termsOf);

/** The aspects of a sentence that must match its source exactly, even in a paraphrase. */
export type Disagreement = "number" | "name" | "negation" | "modality" | "direction" | "place";

/**
 * Whether `claim` contradicts `span`, words of `passage`: a number that neither the span nor the passage's context `around`
 * (headings, document name) contains, or that has another unit there; a name that the whole passage lacks; a negation in only
 * one of them; an obligation turned into a permission or the reverse; 'before' against 'after'; a name or word in the place
 * of another.
 */
export function disagreement(
  claim: string,
  span: string,
  { passage = span, around = "", applied = none }: Background = {},
): Disagreement | null {
  const said = claim.replace(leadingVerdict, "");
  const numbers = numbersOf(`${span} ${around}`.replaceAll(twice, "two times"));
  if (numbersOf(said).some((number) => !numbers.includes(number) && !applied.has(number))) return "number";
  const places = placedIn(said).filter(({ word }) => !applied.has(word));
  const heldPlaces = placedIn(span);
  if (hasMisplacedNumber(places, heldPlaces)) return "number";
  if (unsupportedNames(said, `${passage} ${around}`).length > 0) return "name";
  const copied = copiedOtherwise(said, span);
  if (copied !== null) return copied;
  const names = namesOf(said).map((name) => name.toLowerCase());
  if (hasMisplacedWord(places, heldPlaces, names)) return "place";
  if (turnsDirection(said, span)) return "direction";
  if (deniesOtherwise(said, span)) return "negation";
  return turnsModality(said, span) ? "modality" : null;
}

type Background = {
  passage?: string;
  around?: string;
  /** Figures that the sentence has from its question (applied-figures.ts). */
  applied?: ReadonlySet<string>;
};
const none: ReadonlySet<string> = new Set();

const negator = new RegExp(`^(?:${denying}|${forbidden})$`, "i");
const behind = new RegExp(`^(?:${forbidden})$`, "i");
/** Reach of a negation in words: after it, or before one that follows its object ('is prohibited'). */
const reach = 4;

/** A sentence may count what its source says so; 'twice a year' may also be its own words for 'every six months'. */
const twice = /\btwice\b/gi;

const not = new RegExp(String.raw`\b(?:${denying}|${forbidden})\b`, "i");
const unless = /\b(?:unless|except|other than|before|until)\b/i;
const inEffect = new RegExp(String.raw`\b(?:${denyingInEffect})\b`, "i");
const onlyIf = /\b(?:only|solely|exclusively)\b/i;

/** One of them says 'not … unless' or 'not … before', and the other 'only … if' or 'only … after'. */
function limitAlike(claim: string, span: string): boolean {
  return [
    [claim, span],
    [span, claim],
  ].some(([one = "", other = ""]) => onlyIf.test(one) && not.test(other) && unless.test(other));
}

/**
 * The same thing is denied in one of them and affirmed in the other, and nothing is denied in both. A text that also affirms
 * what it denies, of something else, says nothing for certain, nor does one that denies without a negation.
 */
function deniesOtherwise(claim: string, span: string): boolean {
  if (limitAlike(claim, span)) return false;
  const [left, right] = [deniedIn(claim), deniedIn(span)];
  if ([...left.denied].some((term) => right.denied.has(term))) return false;
  return isDeniedOtherwise(left, right, span) || isDeniedOtherwise(right, left, claim);
}

function isDeniedOtherwise(one: Denials, other: Denials, text: string): boolean {
  return (
    !inEffect.test(text) && [...one.denied].some((term) => other.affirmed.has(term) && !one.besides.has(term))
  );
}

/** Terms within reach of a negation, those of clauses without one, and those beyond its reach in any clause. */
type Denials = { denied: ReadonlySet<string>; affirmed: ReadonlySet<string>; besides: ReadonlySet<string> };

const deniedIn = remember((text: string): Denials => {
  const [denied, affirmed, besides] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const clause of text.split(/[,;:.]|\b(?:but|however|although|though|whereas)\b/i)) {
    const words = clause.trim().split(/\s+/);
    const own = words.flatMap((word, index) => {
      const bare = word.replace(/[^\p{L}'’]/gu, "");
      if (!negator.test(bare)) return [];
      const isBehind = behind.test(bare);
      const terms = termsIn((isBehind ? words.slice(0, index) : words.slice(index + 1)).join(" "));
      return isBehind ? terms.slice(-reach) : terms.slice(0, reach);
    });
    for (const term of own) denied.add(term);
    const left = [...own];
    for (const term of termsIn(clause)) {
      if (own.length === 0) affirmed.add(term);
      if (left.includes(term)) left.splice(left.indexOf(term), 1);
      else besides.add(term);
    }
  }
  return { denied, affirmed, besides };
});

/** Two sentences with this share of common words are copies, except for a word or two. */
const copyShare = 0.8;
const allDenials = new RegExp(String.raw`\b(?:${denying}|without)\b`, "gi");
const allDuties = new RegExp(String.raw`\b(?:${binding})\b`, "gi");
const allFreedoms = new RegExp(String.raw`\b(?:${freeing})\b`, "gi");

/** In a copy, an extra or missing negation or modal verb is the difference. */
export function copiedOtherwise(claim: string, span: string): Disagreement | null {
  const [left, right] = [wordsOf(claim), wordsOf(span)];
  const common = [...left].filter((term) => right.has(term)).length;
  if (common < copyShare * (left.size + right.size - common)) return null;
  const differ = (pattern: RegExp) =>
    (claim.match(pattern)?.length ?? 0) !== (span.match(pattern)?.length ?? 0);
  if (differ(allDenials) && !limitAlike(claim, span)) return "negation";
  if (differ(allDuties) && differ(allFreedoms)) return "modality";
  return directionsDiffer(claim, span) ? "direction" : null;
}

/** 'must not', 'may not' and 'is not allowed to' are one. */
const forbidding = /\b(?:(?:must|shall|may|can|could) not|cannot|not (?:allowed|permitted))\b/gi;

function turnsModality(written: string, source: string): boolean {
  const [claim, span] = [written, source].map((text) => text.replace(forbidding, "")) as [string, string];
  const freedomIntoDuty = duties.test(claim) && !duties.test(span) && freedoms.test(span);
  const dutyIntoFreedom = freedoms.test(claim) && !freedoms.test(span) && duties.test(span);
  return freedomIntoDuty || dutyIntoFreedom;
}
