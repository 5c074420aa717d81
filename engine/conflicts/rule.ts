import { type Measure, measuresDiffer, measuresOf } from "#engine/text/measures.ts";
import { isSameMatter, type Matter, matterOf, wordsApart } from "./same-matter.ts";
import { denying, duties, forbidden, forbidding, freedoms } from "#engine/text/modality.ts";
import { isRow } from "#engine/text/rows.ts";

/** A sentence that lays something down: what it is about, and with which figures. */
export type Rule = { text: string; matter: Matter; measures: readonly Measure[] };

const denials = new RegExp(
  String.raw`\b(?:${denying}|${forbidden}|${forbidding})\b(?! (?:later|more|less|fewer|longer|earlier|only)\b)`,
  "gi",
);
/** What such a sentence denies or allows holds for the exception alone. */
const exceptions = /\b(?:unless|except|otherwise|only)\b/i;
/** Items of a list and what leads up to them say nothing alone. */
const item = /^\(?[\p{L}\d]{1,4}[).]\s/u;
const leadIn = /(?:[:;,]| and| or)$/;
/** A sentence this long holds several rules. */
const longest = 400;
/** Of so many words one may differ where must stands against may. */
const nearlySame = 5;

/** The rule that a sentence states; null for a part of one, and for what is too long to be one. */
export function ruleOf(sentence: string): Rule | null {
  if (sentence.length > longest || item.test(sentence) || leadIn.test(sentence.slice(-4))) return null;
  // the figures of a table's row have other units and years in each column
  if (isRow(sentence)) return null;
  const { measures, rest } = measuresOf(sentence);
  return { text: sentence, matter: matterOf(rest), measures };
}

/** Whether two rules are about one case and differ in a figure of one kind, in a denial, or in must and may. */
export function contradict(one: Rule, other: Rule): boolean {
  if (!isSameMatter(one.matter, other.matter)) return false;
  if (measuresDiffer(one.measures, other.measures)) return true;
  if (exceptions.test(one.text) || exceptions.test(other.text)) return false;
  if (isDenied(one.text) !== isDenied(other.text)) return true;
  // 'must not' and 'may not' say the same; what one must do for it and another may is no difference
  if (isDenied(one.text) || wordsApart(one.matter, other.matter) * nearlySame > one.matter.size) return false;
  const kinds = [kindOf(one.text), kindOf(other.text)];
  return kinds.includes("duty") && kinds.includes("freedom");
}

function isDenied(text: string): boolean {
  return (text.match(denials)?.length ?? 0) % 2 === 1;
}

function kindOf(text: string): "duty" | "freedom" | null {
  const isDuty = duties.test(text);
  if (isDuty === freedoms.test(text)) return null;
  return isDuty ? "duty" : "freedom";
}
