import { canonicalTerms } from "#engine/text/synonyms.ts";

/** Words that begin a limit of a rule: a condition, an exception, a time, an amount. */
const opening =
  /\b(?:unless|except|excluding|other than|apart from|only|if|when|whenever|where|provided|providing|(?:as|so) long as|subject to|up to|at (?:most|least)|(?:no|not) (?:more|less|later|earlier|fewer) than|over|exceeding|until|before|after|within|during|without|but|however|whose|who|(?:which|that)(?= (?:is|are|was|were|has|have|had|does|do|did)\b)|for any|in the (?:case|event))\b/gi;
/** 'In Vermont,', 'For renewals,': the case for which the rest holds. */
const leading = /^(?:in|for|under|with|on|at|from|as of) [^,]{2,60},/i;
/** A sentence that limits the one before it. */
const limiting =
  /^(?:however|except|unless|but|only|otherwise|exceptions?\b|(?:this|these|it|they|that) (?:\w+ )?(?:does|do|is|are|applies|apply) (?:not|only))\b|\b(?:does|do) not apply\b|\bapply only\b/i;
/** A clause of which the sentence has this share of words is stated there, perhaps in other words. */
const toldShare = 0.5;

/** A clause of `source` that limits it and that `claim` lacks, verbatim; null if there is none. `next` is the sentence after it. */
export function droppedCondition(claim: string, source: string, next = ""): string | null {
  const told = new Set(canonicalTerms(claim));
  const isTold = (clause: string) => {
    const terms = canonicalTerms(clause);
    return terms.filter((term) => told.has(term)).length >= toldShare * terms.length;
  };
  const named = leading.exec(source)?.[0].slice(0, -1);
  if (named !== undefined && !isTold(named)) return named;
  const dropped = clausesOf(source).find((clause) => !isTold(clause));
  if (dropped !== undefined) return dropped;
  return limiting.test(next) && !isTold(next) ? next : null;
}

/** From each opening word to the next one or the end of its clause. */
function clausesOf(source: string): string[] {
  const starts = [...source.matchAll(opening)].map(({ index }) => index);
  return starts.flatMap((start, index) => {
    const rest = source.slice(start, starts[index + 1]);
    const [clause = ""] = rest.split(/[;:()]|\.(?=\s|$)|,(?=\s)/, 1);
    return canonicalTerms(clause).length > 1 ? [clause.trim()] : [];
  });
}
