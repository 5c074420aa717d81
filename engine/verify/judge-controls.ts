import type { CitedSource } from "#engine/draft.ts";
import type { Evidence } from "#engine/evidence.ts";
import { termsOf } from "#engine/text/analyze.ts";
import { english, writtenIn } from "#engine/text/language.ts";
import { numberInWords, numbersOf } from "#engine/text/numbers.ts";
import { isRow } from "#engine/text/rows.ts";
import { sentencesOf } from "#engine/text/sentences.ts";
import { canonicalTerms } from "#engine/text/synonyms.ts";
import { isPointingBack } from "#engine/text/units.ts";
import { compare, squeezed } from "./compare.ts";
import { droppedCondition } from "./conditions.ts";
import { leadsOn } from "./lead-lines.ts";
import { isPast, isStatement, leastContent } from "./statements.ts";
import { isWhole } from "./whole.ts";

/** A sentence whose truth is known by its construction, to find out whether a judge judges. */
export type Control = { sentence: string; isTrue: boolean; sources: CitedSource[] };

/** A sentence of an answer that is judged, and the passages it rests on. */
type Judged = { sentence: string; sources: CitedSource[] };

/** In characters: shorter ones say little, longer ones say more than one thing. */
const shortest = 30;
const longest = 300;
/** A sentence with a larger share of a passage's words may be stated there in others. */
const strangeShare = 0.2;

/**
 * Controls for a judge of these sentences, from the passages they rest on: a sentence of a passage as it stands, and two with
 * another number or negation; where no passage allows it, a judged sentence with a number that its passages lack, or a
 * sentence of another passage. `orderOf` decides among them.
 */
export function controlsFor(judged: Judged[], orderOf: (place: number) => number): Control[] {
  const sources = [
    ...new Map(judged.flatMap((one) => one.sources).map((source) => [source.evidence, source])).values(),
  ];
  const statements = inOrder(
    sources.flatMap(({ evidence }) => statementsOf(evidence)),
    orderOf,
  );
  const altered = [
    ...first(statements, withOtherNumber),
    ...first(statements.toReversed(), withOtherNegation),
  ];
  const untrue =
    altered.length > 0
      ? altered
      : [
          ...first(inOrder(judged, orderOf), ofJudged),
          ...first(statements, (one) => ofAnotherPassage(one, sources)),
        ].slice(0, 1);
  const said = new Set(judged.map(({ sentence }) => sentence));
  const turned = new Set(untrue.flatMap((one) => one.sources.map(({ quote }) => quote)));
  const plain = statements.filter((one) => !said.has(one.text) && isPlain(one));
  const stated = plain.find(({ text }) => !turned.has(text)) ?? plain[0];
  return [...(stated === undefined ? [] : [controlOf(stated.text, true, stated)]), ...untrue];
}

function first<Item>(items: Item[], made: (item: Item) => Control | null): Control[] {
  for (const item of items) {
    const control = made(item);
    if (control !== null) return [control];
  }
  return [];
}

function inOrder<Item>(items: Item[], orderOf: (place: number) => number): Item[] {
  return items
    .map((item, index) => ({ item, order: orderOf(index) }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ item }) => item);
}

/** A sentence of a passage, and the one after it. */
type Stated = { text: string; next: string; evidence: Evidence };

function statementsOf(evidence: Evidence): Stated[] {
  const sentences = sentencesOf(evidence.text);
  return sentences
    .map(({ text }, index) => ({
      text: squeezed(text),
      next: sentences[index + 1]?.text ?? "",
      evidence,
    }))
    .filter(
      ({ text }) =>
        text.length >= shortest &&
        text.length <= longest &&
        isWhole(text, "") &&
        !isRow(text) &&
        !leadsOn(text) &&
        isStatement(text, evidence),
    );
}

/** It makes sense alone, states what applies and isn't limited by the next one. */
const isPlain = ({ text, next, evidence }: Stated): boolean =>
  canonicalTerms(text).length > leastContent &&
  !isPointingBack(text) &&
  !isPast(`${text} ${next}`, evidence, "") &&
  droppedCondition(text, text, next) === null;

const controlOf = (sentence: string, isTrue: boolean, { text, evidence }: Stated): Control => ({
  sentence,
  isTrue,
  sources: [{ marker: 0, evidence, quote: text }],
});

/** A number that is no part of a longer one, of a section's or of a name. */
const number = new RegExp(
  String.raw`(?<![\p{L}\d.,:/§-]|\d\s)\d{1,3}(?:\.\d{1,2})?(?![\p{L}\d:/]|[.,-]\d|\s\d)|${numberInWords}`,
  "iu",
);

function withOtherNumber(stated: Stated): Control | null {
  const { text, section, documentName } = stated.evidence;
  const sentence = otherNumberIn(stated.text, `${text} ${section} ${documentName}`);
  return sentence === null ? null : controlOf(sentence, false, stated);
}

/** The sentence with another number, which `known` lacks. */
function otherNumberIn(sentence: string, known: string): string | null {
  const [old = ""] = numbersOf(number.exec(sentence)?.[0] ?? "");
  if (old === "") return null;
  const held = new Set(numbersOf(`${known} ${sentence}`));
  const [whole = "", ...decimals] = old.split(".");
  const other = [2, 3, 4, 5]
    .map((times) => [Number(whole) * times + 1, ...decimals].join("."))
    .find((one) => !held.has(one));
  return other === undefined ? null : sentence.replace(number, other);
}

const auxiliary = /\b(is|are|was|were|must|shall|may|can|will|should)\b( not\b)?/;
/** Words that aren't names at the beginning of a sentence. */
const article = /^(?:the|an?|all|any|every|each|no|you|your|we|our|if|when|in|for|to|this|these|it|they)\b/i;

/** In English; the rules for negations know no other language. */
function withOtherNegation(stated: Stated): Control | null {
  const { text, evidence } = stated;
  if (writtenIn(evidence.text) !== english) return null;
  const turned = text.replace(auxiliary, (_, verb: string, not?: string) =>
    not === undefined ? `${verb} not` : verb,
  );
  const denied = `It is not the case that ${text.replace(article, (word) => word.toLowerCase())}`;
  const sentence = [turned, denied].find(
    (claim) => compare({ claim, question: "" }, evidence).verdict === "contradicted",
  );
  return sentence === undefined ? null : controlOf(sentence, false, stated);
}

function ofJudged({ sentence: judged, sources }: Judged): Control | null {
  const known = sources.map(
    ({ evidence }) => `${evidence.text} ${evidence.section} ${evidence.documentName}`,
  );
  const sentence = otherNumberIn(judged, known.join(" "));
  return sentence === null ? null : { sentence, isTrue: false, sources };
}

function ofAnotherPassage({ text, evidence }: Stated, sources: CitedSource[]): Control | null {
  const said = [...termsOf(text)];
  const other = sources.find((source) => {
    const held = termsOf(`${source.evidence.text} ${source.evidence.section}`);
    return (
      source.evidence !== evidence &&
      said.filter((term) => held.has(term)).length <= strangeShare * said.length
    );
  });
  return other === undefined ? null : { sentence: text, isTrue: false, sources: [{ ...other, marker: 0 }] };
}
