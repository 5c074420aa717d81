import { isOn } from "#engine/rules.ts";
import { numberInWords } from "#engine/text/numbers.ts";
import { cellsOf } from "#engine/text/rows.ts";

/**
 * A kind of figure that a question asks for; a text that shares the question's words but has no such figure isn't an
 * answer.
 */
export type AnswerType = "amount" | "duration" | "date" | "share";

const spans = String.raw`(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)`;
const prices = String.raw`(?:costs?|prices?|fees?|fines?|salary|salaries|wages?|commissions?|surcharges?|deposits?|deductibles?|premiums?|rents?|fares?)`;

/** The first match wins. 'When must', 'when is … deemed' ask for a condition, not for a date. */
const forms: readonly { asks: RegExp; type: AnswerType }[] = [
  {
    asks: new RegExp(
      String.raw`\bhow (?:long|soon|quickly|often|frequently)\b|\bhow (?:many|much) (?:\S+ )?(?:${spans}|time|notice)\b`,
      "i",
    ),
    type: "duration",
  },
  { asks: /\b(?:what|which) (?:percentage|proportion|share)\b|\bin per ?cent\b/i, type: "share" },
  {
    asks: new RegExp(
      String.raw`\bhow much (?:is|are|was|were|does|do|money|tax|interest|compensation|${prices})\b|^(?:the )?${prices}\b|\bwhat (?:is|are|was|were) the (?:\S{1,20} ){0,3}${prices}\b|\bwhat (?:does|do) (?:\S{1,20} ){1,9}(?:costs?|charge|pay)\b`,
      "i",
    ),
    type: "amount",
  },
  {
    asks: /^\W*(?:and )?when (?:do|does|did|will|was|were)\b|\b(?:by|until|since|from) when\b|\b(?:what|which) (?:day|date|months?|year)\b|\bdeadline\b/i,
    type: "date",
  },
];

/** Null for the many questions that don't ask for a figure. */
export function answerTypeOf(question: string): AnswerType | null {
  if (!isOn("answer types")) return null;
  return forms.find(({ asks }) => asks.test(question))?.type ?? null;
}

/** Words for the figure that the closest passages lack. */
export const nameOfType: Record<AnswerType, string> = {
  amount: "an amount",
  duration: "a length of time",
  date: "a date",
  share: "a share",
};

const free =
  /\bfree\b|\b(?:no|without) (?:\w{1,20} )?(?:charge|cost|fee|payment)s?\b|\bwaived?\b|\bnothing\b|\b(?:million|billion)\b/i;
const timely =
  /\b(?:daily|weekly|monthly|quarterly|annual(?:ly)?|yearly|every \w|once|twice|immediate(?:ly)?|promptly|at once|delay|until|as (?:soon|long) as|indefinitely|permanent(?:ly)?|at any time|overnight|characters?)\b/i;
/** 'two full weeks', 'the first 30 calendar days'. */
const counted = new RegExp(
  String.raw`(?:\d|${numberInWords}|\b(?:one|an?|each|half))\W{1,5}(?:\p{L}{1,20} ){0,2}?${spans}\b`,
  "iu",
);
const dated =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:19|20)\d\d)\b|\b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?[ap]\.?m\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\b(?:before|after|once|upon|as soon as|at the end|deadline|due)\b/i;

const share = new RegExp(
  String.raw`(?:\d|${numberInWords}|\b(?:one|a|an))[\s-]?(?:%|per ?cent\b)|\bhalf (?:of|the|their|his|her|your)\b|\b(?:one|two|three|an?) (?:third|quarter|fifth|tenth)s?\b(?![\s-]part)`,
  "iu",
);
const money = new RegExp(
  String.raw`\p{Sc}\s?\d|\d\s?(?:\p{Sc}|kr\b)|(?:\d|${numberInWords}|\b(?:one|a))[\s-](?:dollar|euro|pound|cent|penny|franc|kron)`,
  "iu",
);
const beforeOrAfter = /\b([A-Z]{3})\s?\d|\d\s?([A-Z]{3})\b/gu;
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** '€ 25', 'EUR 120', '1,500 CHF', 'ten dollars'. */
const holdsMoney = (text: string) =>
  money.test(text) ||
  [...text.matchAll(beforeOrAfter)].some(([, before = "", after = ""]) => currencies.has(before || after));

/** Whether a text contains such a figure. Table figures take their unit from the column name, so any of them may match. */
export function holds(type: AnswerType, text: string, isTable: boolean): boolean {
  if (isTable && hasFigure(text)) return true;
  const isTimed = counted.test(text) || timely.test(text);
  if (type === "duration") return isTimed;
  if (type === "date") return isTimed || dated.test(text);
  if (share.test(text)) return true;
  return type === "amount" && (holdsMoney(text) || free.test(text));
}

/** '125', '$ 1,250 a year', 'USD 40': a cell after the row label that begins with a figure; '2.1 Review' isn't one. */
function hasFigure(row: string): boolean {
  const [, ...cells] = cellsOf(row);
  return cells.some(
    (cell) => /^(?:[A-Z]{2,3}\b|[^\p{L}\d])*\d/u.test(cell) && !/^[\d.]+\s+\p{Lu}\p{Ll}/u.test(cell),
  );
}
