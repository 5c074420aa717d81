import type { Evidence } from "#engine/evidence.ts";
import { ended } from "#engine/text/ended.ts";
import { isHistoryHeading, isSuperseded, isVersionRow } from "#engine/quote/change-history.ts";
import { cellsOf, isRow, lastHeadingOf } from "#engine/text/rows.ts";
import { plainWords } from "#engine/text/analyze.ts";
import { itemMark } from "#engine/text/sentences.ts";
import { canonicalTerms } from "#engine/text/synonyms.ts";

/** Fewer content words than these say nothing by themselves: 'It is included.' */
export const leastContent = 3;

const finite =
  /\b(?:is|are|was|were|am|be|been|has|have|had|do|does|did|must|shall|may|can|could|might|will|would|should|need|needs|cannot)\b|n['’]t\b/i;
/** '+49 30 1234567', '302-577-8205', and the digits of a date: a run of eight signs or more. */
const digits = /\d[\d\s().-]{6,20}\d/g;
const labels = new Set(["tel", "phone", "telephone", "fax", "email", "e-mail", "website"]);

/**
 * Whether words of a passage state a rule or a fact, so that they may confirm a sentence: no heading, name of a document,
 * line of column names, address or entry of a change history.
 */
export function isStatement(text: string, { section, documentName }: Where): boolean {
  const bare = plainWords(text);
  if (bare === "" || ` ${plainWords(`${section} ${documentName}`)} `.includes(` ${bare} `)) return false;
  if (isHistoryHeading(lastHeadingOf(section))) return false;
  if (isRow(text)) return cellsOf(text).some((cell) => /\d/.test(cell)) && !isVersionRow(cellsOf(text));
  const words = text.replace(digits, "@").split(/\s+/);
  const told = words.filter((word) => !isAddress(word));
  if (told.length < words.length && canonicalTerms(told.join(" ")).length < 2 * leastContent) return false;
  return /[.!?;]["”’')\]*]*$/.test(text.trim()) || itemMark.test(text) || finite.test(text);
}

/** Whether a text is only the name of a document, a heading or the place of a passage, as they stand above it in a prompt. */
export function isHeading(text: string, { section, documentName }: Where): boolean {
  const unnumbered = (one: string) => plainWords(one).replace(/^(?:\d+ )+(?=\p{L})/u, "");
  const own = unnumbered(text.replace(/(?:^|, )page \d+$/, ""));
  return [section, ...section.split(" › "), documentName, ""].some((name) => unnumbered(name) === own);
}

function isAddress(word: string): boolean {
  return (
    word.includes("@") ||
    /^(?:https?:|www\.)/i.test(word) ||
    labels.has(word.toLowerCase().replace(/[.:]$/, ""))
  );
}

type Where = { section: string; documentName: string };

const withdrawn = new RegExp(
  String.raw`\b(?:${ended}|no longer|any ?more|supersedes|former(?:ly)?|previous(?:ly)?|used to|eliminated|discontinued|replaced (?:by|with)|expired|archived|(?:until|before|prior to|up to)(?= (?:\S+ ){0,3}(?:19|20)\d\d\b)|old (?:rule|version|policy))\b`,
  "i",
);

/** Whether a text of a document, or the document of itself, says that its rule is past, which `claim` does not say. */
export function isPast(
  text: string,
  document: Pick<Evidence, "documentName" | "opening" | "askedOn">,
  claim: string,
): boolean {
  return (withdrawn.test(text) || isSuperseded(document)) && !withdrawn.test(claim);
}
