import { analyze } from "./analyze.ts";
import { numberInWords, numbersOf } from "./numbers.ts";

/** A figure with its unit: days, a share, money, degrees. `value` is in the unit of its kind (`kinds`). */
export type Measure = { kind: string; value: number };

/** Times are compared in days, as people count them: a working day is 1.4 calendar days. */
const kinds: readonly { words: RegExp; kind: string; size: number }[] = [
  { words: /^minutes?$/, kind: "time", size: 1 / 1440 },
  { words: /^hours?$/, kind: "time", size: 1 / 24 },
  { words: /^calendar days?$|^days?$/, kind: "time", size: 1 },
  { words: /^(?:business|working) days?$/, kind: "time", size: 1.4 },
  { words: /^weeks?$/, kind: "time", size: 7 },
  { words: /^months?$/, kind: "time", size: 30.44 },
  { words: /^years?$/, kind: "time", size: 365.25 },
  { words: /^(?:%|percent|per cent)$/, kind: "%", size: 1 },
  { words: /^(?:€|eur|euros?)$/, kind: "€", size: 1 },
  { words: /^(?:\$|usd|us\$|dollars?)$/, kind: "$", size: 1 },
  { words: /^(?:£|gbp|pounds?)$/, kind: "£", size: 1 },
  { words: /^°\s?c$/, kind: "°C", size: 1 },
  { words: /^°\s?f$/, kind: "°F", size: 1 },
];

const unit = String.raw`%|percent|per cent|°\s?[cf]\b|(?:(?:business|working|calendar) )?(?:minute|hour|day|week|month|year)s?\b|(?:dollar|euro|pound)s?\b|(?:usd|eur|gbp)\b`;
const figure = String.raw`[-−]?\d[\d,.]{0,15}\d|[-−]?\d|(?:one|every|each)\b|${numberInWords}`;
/** '30 days', 'ten business days', '2 to 8 °C', 'thirty (30) days', '€ 25', '$1,000'. */
const measured = new RegExp(
  String.raw`(?<![\d.§\p{L}])(?:(${figure})(?:\s?(?:to|and|or|-|–)\s?(${figure}))?(?:\s?\(\d+\))?[\s-]?(${unit})|(\p{Sc}|US\$)\s?(\d[\d,.]{0,15}\d|\d)( ?(?:million|billion|thousand))?)`,
  "giu",
);
const many = new Map([
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
]);

/** The measures of a text, and the text without them. */
export function measuresOf(text: string): { measures: Measure[]; rest: string } {
  const measures: Measure[] = [];
  const rest = text.replace(
    measured,
    (whole, from?: string, to?: string, word?: string, sign?: string, amount?: string, times?: string) => {
      const values = [from, to, amount].flatMap((written) =>
        written === undefined ? [] : numberIn(written),
      );
      const kind = kinds.find(({ words }) => words.test((word ?? sign ?? "").toLowerCase()));
      const name = kind?.kind ?? sign;
      if (values.length === 0 || name === undefined) return whole;
      const size = (kind?.size ?? 1) * (many.get(times?.trim().toLowerCase() ?? "") ?? 1);
      measures.push(...values.map((value) => ({ kind: name, value: value * size })));
      return " # ";
    },
  );
  return countsOf(rest, measures);
}

/** 'two references', '500 customers': the word after a number is its unit. Years and ordinals have none. */
function countsOf(text: string, measures: readonly Measure[]): { measures: Measure[]; rest: string } {
  const counts: Measure[] = [];
  const rest = text.replace(counted, (whole, written: string, noun: string) => {
    const [value] = numberIn(written);
    const [kind] = analyze(noun);
    if (value === undefined || kind === undefined || isYear(written)) return whole;
    counts.push({ kind: `${kind} each`, value });
    return " # ";
  });
  return { measures: [...measures, ...counts], rest };
}

const counted = new RegExp(
  String.raw`(?<![\d.§\p{L}-])(\d[\d,]{0,15}|${numberInWords})(?= (\p{L}{3,20}))`,
  "giu",
);

const isYear = (written: string) => /^(?:19|20)\d\d$/.test(written);

/** 'fifteen', '1,200' and '-20' as numbers; empty for other words. */
function numberIn(written: string): number[] {
  if (/^(?:one|every|each)$/i.test(written)) return [1];
  const [number] = numbersOf(written);
  if (number === undefined || !Number.isFinite(Number(number))) return [];
  return [/^[-−]/.test(written) ? -Number(number) : Number(number)];
}
