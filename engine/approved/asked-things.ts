import { vectorOf } from "#engine/models/word-vectors.ts";
import { wordingOf } from "#engine/query/preamble.ts";
import { analyze } from "#engine/text/analyze.ts";
import { numbersOf } from "#engine/text/numbers.ts";
import { remember } from "#engine/text/remember.ts";
import { asksForOther, formOf, permission, type Form } from "./form.ts";
import { askedAs } from "./same-words.ts";
import { relationsOf, type Relation } from "./relations.ts";
import { readWord } from "./word-classes.ts";
import { ordersOf } from "./word-order.ts";

/** A content word: its term, its synonym group, and the index of its vector (0: none). */
export type Word = { term: string; family: string; vector: number };

export type Side = "i" | "we" | "you";
const sideOf = (word: string): Side =>
  word.startsWith("you") ? "you" : /^(?:we|us|ours?)$/.test(word) ? "we" : "i";

/** The asker speaks for their company. */
export const isCompany = ({ sides }: Asked): boolean => sides.includes("we");

/** What a question asks about, in the parts that decide whether another one asks the same. */
export type Asked = {
  text: string;
  form: Form;
  /** Distinct, in their order. */
  words: readonly Word[];
  /** Each of them as written, in small letters: 'handle', 'handled'. */
  written: ReadonlyMap<string, ReadonlySet<string>>;
  /** The orders in which its content words can be read. */
  orders: ReadonlySet<string>;
  /** By family. */
  relations: ReadonlyMap<string, Relation>;
  numbers: readonly string[];
  /** 'only', 'before', 'their', 'up', sorted. */
  deciding: readonly string[];
  /** null: neither demands nor permits. */
  modality: "duty" | "advice" | "freedom" | null;
  /** Who speaks and who is spoken to, in their order. */
  sides: readonly Side[];
  /** 'yearly' and 'per month' as representatives of their groups. */
  periods: ReadonlySet<string>;
  /** In small letters. */
  plain: string;
};

const contracted = /\b(what|who|where|when|how|why|it|that|there)['’]s\b/gi;

const modalities = [
  ["duty", /\b(?:must|shall|ha(?:ve|s) to|needs?|required|mandatory|obliged|obligatory|necessary)\b/],
  ["freedom", permission],
  ["advice", /\b(?:should|recommended|advised)\b/],
] as const;

/** 'For a new card, how long …' as 'how long … for a new card'. */
const leadingClause =
  /^((?:for|in|on|at|with|when|if|once|under|after|before|as|during|to|from|of|by)\b[^,?]{2,80}), ([^?]{3,900}?)\??$/;

/** No permission. */
const month =
  /\b(in|by|of|since|until|from|during|before|after|every|next|last|this) may\b(?! (?:i|we|you|an?|the)\b)/g;

/** Read as the modality. */
const demand = /\b(?:ha(?:ve|s|d)|needs?|able|allowed|permitted|required|supposed|obliged) to\b/g;

/** '30 days or more' as 'at least 30 days'. */
const withBounds = (text: string) =>
  text
    .replace(/\bor (?:more|longer|older|higher|over)\b|\bno (?:less|fewer|earlier) than\b/g, "minimum")
    .replace(
      /\bor (?:less|fewer|younger|lower|under)\b|\bno (?:more|longer|later) than\b|\bup to\b/g,
      "maximum",
    );

/** 'Return period - opened laptops', 'retention: paper forms'. */
const partEnd = / [-–—]{1,3} |[:,;] |\n/;

/** Each line: one period. */
const periods = [
  "daily|per day|a day|each day|every day|nightly|per night|a night",
  "weekly|per week|a week|each week|every week",
  "monthly|per month|a month|each month|every month",
  "quarterly|per quarter|a quarter|each quarter|every quarter",
  "yearly|annual|annually|per year|a year|each year|every year|per annum",
].map((words) => ({ name: words.split("|")[0] ?? "", pattern: new RegExp(String.raw`\b(?:${words})\b`) }));

/** '400k', '1.5m'. */
const shortened = /\b(\d+(?:\.\d+)?)\s?(k|m)\b/gi;

export const askedThingsOf = remember((question: string): Asked => {
  const { asked, preamble } = wordingOf(question.replace(contracted, "$1 is"));
  const text = (preamble === "" ? asked : `${preamble}\n${asked}`).replace(
    shortened,
    (_whole, figure: string, size: string) =>
      String(Number(figure) * (size.toLowerCase() === "k" ? 1e3 : 1e6)),
  );
  const lower = text
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/\byes or no\b/g, "")
    .replace(/\bin[ -]person\b/g, "personally")
    .replace(month, "$1 monthofmay")
    .trim();
  const plain = lower.replace(/\bcannot\b|\bcan't\b/g, "can not").replace(/\b(\w{1,9})n't\b/g, "$1 not");
  const { form, rest } = formOf(withBounds(plain.replace(leadingClause, "$2 $1")).replace(demand, " "));
  const parts = rest.split(partEnd).map((part) => (part.match(tokens) ?? []).map(readWord));
  const read = parts.flat();
  const words = new Map<string, Word>();
  const written = new Map<string, Set<string>>();
  for (const { word, terms } of read)
    for (const term of terms) {
      const family = askedAs(term);
      if (!words.has(family)) words.set(family, { term, family, vector: vectorOf(term) });
      written.set(family, (written.get(family) ?? new Set()).add(word.replace(/'?s$/, "")));
    }
  return {
    text,
    form,
    words: [...words.values()],
    written,
    orders: ordersOf(parts),
    relations: relationsOf(parts),
    numbers: [...new Set(numbersOf(text))].toSorted(),
    deciding: [
      ...read.flatMap(({ deciding }) => deciding ?? []),
      ...parts.slice(1).flatMap(([first]) => (asksMore.test(first?.word ?? "") ? [first?.word ?? ""] : [])),
      ...openEndOf(plain, form),
    ].toSorted(),
    modality: modalities.find(([, says]) => says.test(plain))?.[0] ?? null,
    sides: (plain.match(/\b(?:i|me|my|we|us|ours?|you|your)\b/g) ?? []).map(sideOf),
    periods: new Set(periods.filter(({ pattern }) => pattern.test(lower)).map(({ name }) => name)),
    plain: lower,
  };
}, 5_000);

/** 'Is it public - where?': the second question of a note. */
const asksMore = /^(?:who|whom|whose|what|which|where|when|why|how)$/;

/** 'What is it used for?', 'paid by?': the preposition asks. */
const openEndOf = (text: string, form: Form) =>
  asksForOther(form) ? [] : (/\b(?:by|for|to|with|from)(?=\W*$)/.exec(text) ?? []);

/** Words; signs of comparison count as such. */
const tokens = /[\p{L}\p{N}$%]+(?:[-'.][\p{L}\p{N}]+)*|[<>≤≥=+]+/gu;

/** Two letters are the initials of too many pairs of words. */
const initialed = [3, 4, 5, 6];

/** The initials of three to six words in a row of a text in small letters, with the terms of these words. */
export const initialsIn = remember((lower: string): ReadonlyMap<string, readonly string[]> => {
  const words = (lower.match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => !/^(?:of|the|and|for|an?|to|in|s)$/.test(word),
  );
  return new Map(
    words.flatMap((_word, start) =>
      initialed.flatMap((length) => {
        const run = words.slice(start, start + length);
        return run.length < length
          ? []
          : [[run.map((word) => word[0]).join(""), analyze(run.join(" "))] as const];
      }),
    ),
  );
}, 5_000);
