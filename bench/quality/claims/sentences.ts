import { sentencesOf } from "#engine/text/sentences.ts";
import type { QuestionSet } from "../retrieval/question-set.ts";

export type Case = { claim: string; passage: QuestionSet["corpus"][number] };
/** Sentences taken per set and kind; enough for a standard error of 0.03. */
export const most = 300;

/** People's answers and the set's own sentences, verbatim and made untrue in one word, by kind. */
export function casesOf(set: QuestionSet): [string, Case[]][] {
  const byId = new Map(set.corpus.map((entry) => [entry.id, entry]));
  const answers = set.questions.flatMap(({ id, answer }) => {
    const gold = [...(set.gold.get(id) ?? [])][0];
    const passage = gold === undefined ? undefined : byId.get(gold);
    return passage === undefined || !answer ? [] : [{ claim: answer, passage }];
  });
  const elsewhere = answers.map(({ claim }, index) => ({
    claim,
    passage: answers[(index + Math.ceil(answers.length / 2)) % answers.length]?.passage,
  }));
  const step = Math.max(1, Math.floor(set.corpus.length / (most * 4)));
  const sentences = set.corpus
    .filter((_, index) => index % step === 0)
    .flatMap((passage) => sentencesOf(passage.text).map(({ text }) => ({ claim: text, passage })))
    .filter(({ claim }) => claim.length > 50 && claim.length < 400);
  const changed = (change: (sentence: string, passage: string) => string) =>
    sentences
      .map(({ claim, passage }) => ({ claim: change(claim, passage.text), passage, before: claim }))
      .filter(({ claim, before }) => claim !== before);
  return [
    ["answers, own passage", answers],
    [
      "answers, other passage",
      elsewhere.flatMap(({ claim, passage }) => (passage ? [{ claim, passage }] : [])),
    ],
    ["verbatim", sentences],
    ["without every fifth word", changed(thinned)],
    ["another number", changed(otherNumber)],
    ["another number of the passage", changed((text, passage) => neighboring(number, text, passage))],
    [
      "a negation removed",
      changed((text) => text.replace(/\b(must|shall|may|is|are|does|do|can) not\b/, "$1")),
    ],
    [
      "a negation added",
      changed((text) => text.replace(/\b(must|shall|may|is|are|can)(?! not)\b/, "$1 not")),
    ],
    ["an obligation made a permission", changed((text) => text.replace(/\b(?:must|shall)\b/g, "may"))],
    ["a permission made an obligation", changed((text) => text.replace(/\bmay\b/g, "must"))],
    ["another unit", changed((text) => swapped(text, String.raw`(?<=\d )`, otherUnit))],
    ["the opposite direction", changed((text) => swapped(text, "(?<= )", otherDirection))],
    ["another name of the passage", changed((text, passage) => neighboring(name, text, passage))],
    ["two of its words swapped", changed(exchanged)],
    ["another name", changed((text) => text.replace(name, "Quillborough"))],
  ].map(([kind, cases]) => [kind as string, (cases as Case[]).slice(0, most)]);
}

function thinned(text: string): string {
  const words = text.split(" ");
  return words
    .filter((word, index) => index % 5 !== 4 || /\d|^(?:not|no|must|may|shall|can)$/i.test(word))
    .join(" ");
}

function otherNumber(text: string): string {
  return text.replace(number, (found) => String(Number(found) * 3 + 7));
}

const number = /\b\d+\b/;
const name = /(?<=[a-z] )[A-Z][a-z]{3,}\b/;

/** Replaces the first number or name of a sentence by another one of its passage that refers to something else. */
function neighboring(pattern: RegExp, text: string, passage: string): string {
  const other = passage.match(new RegExp(pattern, "g"))?.find((found) => !text.includes(found));
  return other === undefined ? text : text.replace(pattern, other);
}

/** Swaps the first two long words of the same form, such as debtor and creditor. */
function exchanged(text: string): string {
  const [one, other] = new Set(text.match(/(?<= )[a-z]{5,}(?:er|or|ee|ent|ant|ion|ity|ness|ment)\b/g));
  if (one === undefined || other === undefined) return text;
  return text.replace(new RegExp(`\\b(?:${one}|${other})\\b`, "g"), (word) => (word === one ? other : one));
}

const otherUnit = new Map([
  ["days", "months"],
  ["months", "years"],
  ["years", "months"],
  ["hours", "days"],
  ["weeks", "months"],
  ["percent", "basis points"],
  ["thousand", "million"],
  ["million", "billion"],
  ["billion", "million"],
]);

const opposites = [
  ["before", "after"],
  ["more than", "less than"],
  ["at least", "at most"],
  ["minimum", "maximum"],
  ["above", "below"],
  ["higher", "lower"],
  ["increase", "decrease"],
  ["increased", "decreased"],
  ["earlier", "later"],
  ["with", "without"],
  ["inside", "outside"],
] as const;
const otherDirection = new Map(
  opposites.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]),
);

/** Replaces the first of these words after the given pattern by its counterpart. */
function swapped(text: string, behind: string, others: ReadonlyMap<string, string>): string {
  const word = new RegExp(String.raw`${behind}(?:${[...others.keys()].join("|")})\b`);
  return text.replace(word, (found) => others.get(found) ?? found);
}
