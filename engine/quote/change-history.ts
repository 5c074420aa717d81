import type { Evidence } from "#engine/evidence.ts";
import { isOn } from "#engine/rules.ts";
import { termsOf } from "#engine/text/analyze.ts";
import type { Language } from "#engine/text/language.ts";
import { cellsOf, lastHeadingOf } from "#engine/text/rows.ts";
import { ended, endedElsewhere, isEndedName, lastDayIn } from "#engine/text/ended.ts";
import type { AnsweringUnit, WeighedPassage } from "./answering-units.ts";

const historyHeading =
  /\b(?:version|revision|change|amendment|document) (?:history|log|record)\b|\bchange ?log\b/i;
/** '4.2', 'v1.0.3', 'Rev. 2.1'; a number without a dot may count payments or steps. */
const versionCell = /^(?:v|ver|version|rev|revision)?\.? ?\d+(?:\.\d+){1,3}$/i;
const dateCell = /^(?=.*(?:19|20)\d\d).{4,30}$|^\d{1,2}[./-]\d{1,2}[./-]\d{2}$/;

/** Whether a heading stands above the history of a document. */
export const isHistoryHeading = (heading: string) => historyHeading.test(heading);

const supersededHeading = new RegExp(
  String.raw`\b(?:${ended}|expired|former|previous(?:ly)?|no longer (?:in force|valid|applicable))\b`,
  "i",
);
const supersededText = new RegExp(
  String.raw`\b(?:section|policy|rule|version|edition|procedure|clause|table|schedule|annex|document|terms?) (?:is|are|was|were|has been|have been|had been) (?:${ended}|replaced|no longer (?:in force|valid|applicable))\b|\bno longer (?:applies|apply|in force)\b`,
  "i",
);
/** Not 'This policy supersedes version 3' or 'Circular 7 was superseded by this policy', which say it of another one. */
const supersededStatus = new RegExp(
  String.raw`(?:^|\n)\s{0,9}status\s{0,9}[:|\t]\s{0,9}(?:${ended}|expired|archived|no longer|${endedElsewhere})(?!\p{L})|\bthis (?:\S{1,20} ){0,2}(?:circular|document|edition|guide|handbook|manual|memo|notice|plan|policy|procedure|standard|version) (?:is|was|has been) (?:${ended}|replaced)\b`,
  "iu",
);

type Dated = Pick<Evidence, "documentName" | "opening" | "askedOn">;

/**
 * What a document says of its end, after 'it': by its name or at its beginning it no longer applies, or applies until a day
 * that is over. Null if it applies.
 */
export function endOf({ documentName, opening = "", askedOn = "" }: Dated): string | null {
  if (isEndedName(documentName) || supersededStatus.test(opening)) return "no longer applies";
  const last = lastDayIn(opening);
  return last !== null && last < askedOn ? `applies until ${inWords.format(new Date(last))}` : null;
}

const inWords = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

export const isSuperseded = (document: Dated): boolean => endOf(document) !== null;

const past =
  /\b(?:was|were|did|used to|had|before|until|till|earlier|old(?:er)?|then|ago|back in|previous(?:ly)?|former(?:ly)?|superseded|withdrawn)\b|\b(?:19|20)\d\d\b/i;

/** Whether a question may ask for what applied before. */
export const asksOfThePast = (question: string): boolean => past.test(question);

/**
 * Whether a passage tells what applied before: a change history, a part of a document or below a heading that says it is
 * superseded, or one whose text says so of itself. A guard, not a proof: a sentence about the past in a rule of today is not looked for.
 */
export function isOlderRule(passage: WeighedPassage & Dated): boolean {
  const { text, section } = passage;
  const heading = lastHeadingOf(section);
  const rows = text.split("\n").filter((line) => line.includes("\t"));
  const versions = rows.filter((row) => isVersionRow(cellsOf(row)));
  return (
    isSuperseded(passage) ||
    isHistoryHeading(heading) ||
    supersededHeading.test(heading) ||
    (rows.length > 1 && versions.length >= rows.length - 1) ||
    supersededText.test(text.slice(0, text.search(/[.!?](?:\s|$)/) + 1))
  );
}

/**
 * Whether a unit belongs to a document's change history, which repeats words of its rules without stating them: a row with
 * a version number and a date, or anything under 'Version History'. A question that shares a word with the heading or the
 * column names ('Which changes came with version 4.1?') may be answered from it.
 */
export function isChangeHistory(
  { evidence, unit, text }: AnsweringUnit<WeighedPassage>,
  question: string,
  language: Language,
): boolean {
  if (!isOn("change histories")) return false;
  const heading = lastHeadingOf(evidence.section);
  const cells = unit.kind === "row" ? cellsOf(text) : [];
  if (!isVersionRow(cells) && !isHistoryHeading(heading)) return false;
  const names = termsOf(
    [heading, ...unit.columns, ...cells.filter((cell) => versionCell.test(cell))].join(" "),
    language,
  );
  return ![...termsOf(question, language)].some((term) => names.has(term));
}

/** A row with a version number and a date. */
export function isVersionRow(cells: string[]): boolean {
  return cells.some((cell) => versionCell.test(cell)) && cells.some((cell) => dateCell.test(cell));
}
