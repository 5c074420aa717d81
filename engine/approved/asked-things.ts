import { vectorOf } from "#engine/models/word-vectors.ts";
import { wordingOf } from "#engine/query/preamble.ts";
import { analyze, termsIn, termsOf } from "#engine/text/analyze.ts";
import { denying, forbidden } from "#engine/text/modality.ts";
import { numbersOf } from "#engine/text/numbers.ts";
import { remember } from "#engine/text/remember.ts";
import { formOf } from "./form.ts";
import type { Form } from "./form.ts";
import { askedAs } from "./same-words.ts";

/** A content word: its term, its synonym group, and the index of its vector (0: none). */
export type Word = { term: string; family: string; vector: number };

/** What a question asks about, in the parts that decide whether another one asks the same. */
export type Asked = {
  text: string;
  form: Form;
  /** Distinct, in their order. */
  words: readonly Word[];
  numbers: readonly string[];
  negations: number;
  /** All others, in their order: a duty differs from a freedom, our phone from theirs, how soon from how long. */
  smallWords: readonly string[];
  /** 'yearly' and 'per month' as representatives of their groups. */
  periods: ReadonlySet<string>;
  /** The initials of three to six words in a row, with the terms of these words. */
  initials: ReadonlyMap<string, readonly string[]>;
};

/** Words that say nothing of what a question is about; in what it asks they count (`smallWords`). */
const scaffolding = termsOf(
  "how what which who whom whose where when why long much many often frequently soon quickly far advance ahead deadline window time " +
    "limit period timeframe frame duration length interval frequency cost amount number do does have has must can may might should will would get got " +
    "need needs require required possible allowed allow permitted permit able way please tell know yes let happen " +
    "become becomes actually exactly really still ever also just if one thing person people someone anybody anyone there any some it per each every " +
    "is are was were be been being of on in at to for from by with as than then so that this these those and or the a an",
);

const negating = new RegExp(
  String.raw`\b(?:${denying}|${forbidden}|without|unless|except|lack(?:s|ing)?|refuse[sd]?)\b|\bnon-`,
  "g",
);

/** Small words that another one may stand for, or none: 'does a customer have' and 'the customer has' ask the same. */
const grammar: Readonly<Record<string, string>> = {
  ...{ a: "", an: "", the: "", do: "", does: "", please: "" },
  ...{ are: "is", were: "was", has: "have", can: "may", shall: "must" },
};

/** Whether a word is none of the content words: 'must', 'our', 'by', 'only', 'how soon'. */
const isSmall = remember((word: string) => termsIn(word).every((term) => scaffolding.has(term)), 5_000);

const contracted = /\b(what|who|where|when|how|why|it|that|there)['’]s\b/gi;

function smallWordsOf(lower: string): string[] {
  return (lower.match(/[\p{L}’']+/gu) ?? []).flatMap((word) => {
    const small = isSmall(word) ? (grammar[word] ?? word) : "";
    return small === "" ? [] : [small];
  });
}

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
  const lower = text.toLowerCase().replace(/\byes or no\b/g, "");
  const seen = new Set<string>();
  const words: Word[] = [];
  for (const term of termsIn(text)) {
    if (scaffolding.has(term) || /^\d/.test(term)) continue;
    const family = askedAs(term);
    if (seen.has(family)) continue;
    seen.add(family);
    words.push({ term, family, vector: vectorOf(term) });
  }
  return {
    text,
    form: formOf(asked),
    words,
    numbers: [...new Set(numbersOf(text))].toSorted(),
    negations: (lower.match(negating) ?? []).length,
    smallWords: smallWordsOf(lower),
    periods: new Set(periods.filter(({ pattern }) => pattern.test(lower)).map(({ name }) => name)),
    initials: initialsOf(lower),
  };
}, 5_000);

/** Two letters are the initials of too many pairs of words. */
const initialed = [3, 4, 5, 6];

function initialsOf(lower: string): Map<string, string[]> {
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
}
