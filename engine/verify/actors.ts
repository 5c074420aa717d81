import { saidIn } from "#engine/text/synonyms.ts";
import { binding, freeing } from "#engine/text/modality.ts";

/** An actor or a recipient of an action: the words before an active verb, or after the 'by' of a passive one. */
type Deed = { verb: string; actors: ReadonlySet<string>; patients: ReadonlySet<string> };

const auxiliary = new RegExp(
  String.raw`^(?:${binding}|${freeing}|cannot|will|would|should|need|needs|is|are|was|were|be|been|being|has|have|had|do|does|did|to)$`,
);
const being = /^(?:is|are|was|were|be|been|being)$/;
const filler = /^(?:not|never|also|only|then|always|immediately|both|either|\w+ly)$/;
/** A word before one of these, unless a preposition, is most likely a verb. */
const determiner =
  /^(?:the|an?|any|each|every|all|its|their|his|her|your|our|this|that|these|those|no|it|them|us|you|him|one|two|three|four|five|\d.*)$/;
/** 'decides within', 'tells why'; a plural rarely precedes these. */
const object = /^(?:within|before|after|until|at|to|that|whether|how|why|when|if)$/;
const thirdPerson = /^\p{L}{3,}[^su]s$/u;
/** A new statement, or a new part of one, begins after these. */
const boundary =
  /^(?:[,;:()]|if|when|where|whenever|unless|until|before|after|because|since|that|which|who|whose|while|whereas|but)$/;
const joining = /^(?:and|or)$/;
const preposition =
  /^(?:of|for|in|on|at|by|to|with|without|from|under|within|during|against|about|above|below|over|between|into|through|upon)$/;

type Word = { token: string; term: string | null };

const tokens = /[\p{L}\p{N}][\p{L}\p{N}'’.-]*[\p{L}\p{N}]|[\p{L}\p{N}]|[,;:()]/gu;

function wordsOf(text: string): Word[] {
  return (text.toLowerCase().match(tokens) ?? []).map((token) => ({
    token,
    term: /\p{L}/u.test(token) ? (saidIn(token)[0] ?? null) : null,
  }));
}

/**
 * The actions in `text` and their actors; the words of `verbs` count as verbs in addition to those in verb position.
 */
function deedsOf(text: string, verbs: ReadonlySet<string> = new Set()): Deed[] {
  const words = wordsOf(text);
  const tokenAt = (at: number) => words[at]?.token ?? "";
  const isHelper = (at: number) => auxiliary.test(tokenAt(at)) || filler.test(tokenAt(at));
  const deeds: Deed[] = [];
  let subject: ReadonlySet<string> = new Set();
  let before = -1;
  words.forEach(({ token, term }, at) => {
    if (term === null || isHelper(at)) return;
    let end = at - 1;
    while (end >= 0 && isHelper(end)) end -= 1;
    const helpers = words.slice(end + 1, at).map((word) => word.token);
    const isBare = !determiner.test(tokenAt(at - 1)) && !preposition.test(tokenAt(at - 1));
    const isVerb =
      helpers.some((helper) => auxiliary.test(helper)) ||
      (isBare && (verbs.has(term) || determiner.test(tokenAt(at + 1)))) ||
      (isBare && thirdPerson.test(token) && object.test(tokenAt(at + 1)));
    if (!isVerb) return;
    // 'and reports': shares the previous verb's subject
    if (!joining.test(tokenAt(end))) subject = subjectOf(words, end, before);
    before = at;
    const isPassive = helpers.some((helper) => being.test(helper));
    deeds.push(
      isPassive
        ? { verb: term, actors: agentOf(words, at), patients: subject }
        : { verb: term, actors: subject, patients: new Set() },
    );
  });
  return deeds;
}

/**
 * The content words up to `end`, back to the start of their statement; `before` is the position of the previous verb.
 */
function subjectOf(words: Word[], end: number, before: number): ReadonlySet<string> {
  const terms = new Set<string>();
  for (let at = end; at > before; at--) {
    const { token, term } = words[at] ?? { token: ",", term: null };
    const isJoint = joining.test(token) && (before >= 0 || determiner.test(words[at + 1]?.token ?? ""));
    if (boundary.test(token) || isJoint) break;
    if (term !== null) terms.add(term);
  }
  return terms;
}

/** The content words after the 'by' of a passive verb. */
function agentOf(words: Word[], verb: number): ReadonlySet<string> {
  const by = words.findIndex(({ token }, at) => at > verb && (token === "by" || /^[,;:]$/.test(token)));
  const terms = new Set<string>();
  if (words[by]?.token !== "by") return terms;
  for (const { token, term } of words.slice(by + 1)) {
    if (boundary.test(token) || preposition.test(token) || auxiliary.test(token)) break;
    if (term !== null) terms.add(term);
  }
  return terms;
}

/**
 * Whether `claim` names an actor or a recipient where `span` names only others. An actor unknown to the passage (whose
 * terms are `known`) may be a paraphrase of one of those.
 */
export function hasOtherActor(claim: string, span: string, known: ReadonlySet<string>): boolean {
  const said = deedsOf(claim);
  const held = deedsOf(span, new Set(said.map(({ verb }) => verb)));
  return said.some((deed) => {
    const same = held.filter(({ verb }) => verb === deed.verb);
    return (["actors", "patients"] as const).some((role) => {
      const own = [...deed[role]].filter((term) => known.has(term));
      const others = same.map((other) => other[role]).filter((terms) => terms.size > 0);
      return (
        own.length > 0 && others.length > 0 && !others.some((terms) => own.some((term) => terms.has(term)))
      );
    });
  });
}
