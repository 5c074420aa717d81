import { SECTION_NUMBER, termsOf } from "#engine/text/analyze.ts";
import { numberInWords } from "#engine/text/numbers.ts";
import { STOP_WORDS } from "#engine/text/stop-words.ts";
import { isCommon, isEveryday } from "./asking-words.ts";

/**
 * A part of a document that a question asks for by its number: `3.2`, `iv`, `two`. `item`: the mark of one of its paragraphs,
 * the `(2)` of `§ 3 (2)`.
 */
export type AskedSection = { number: string; kind: string | null; item: string | null };

const KINDS =
  "sections?|sec|sect|clauses?|chapters?|chap|ch|paragraphs?|paras?|articles?|arts?|parts?|points?|items?|rules?|subsections?|annex|appendix|schedule|exhibit|title";
const NUMBERED = new RegExp(
  String.raw`(?:(?<sign>§{1,2})|\b(?<kind>${KINDS})\b\.?)\s*(?:no\.?|number)?\s*(?<number>${SECTION_NUMBER}|[ivxlc]{1,7}\b|(?<=\b(?:annex|appendix|schedule|exhibit)\s)[a-z]\b|${numberInWords}|one\b)`,
  "i",
);
const BARE = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(?<number>\d+[a-z]?(?:\.\d+[a-z]?)+(?:\([a-z0-9]{1,4}\))*)(?![\p{L}\p{N}%])`,
  "iu",
);
const ITEM = /^\s\([a-z0-9]{1,4}\)/i;
/** Words that ask for a part's text. */
const SAYING = new Set([
  ...termsOf(
    "say cover contain state stipulate read provide deal concern include regulate govern rule require talk quote cite text content wording summarize",
  ),
]);

/** The part that a question asks for by nothing but its number; null for a question with a subject of its own. */
export function askedSection(question: string): AskedSection | null {
  const match = NUMBERED.exec(question) ?? BARE.exec(question);
  const number = match?.groups?.["number"]?.toLowerCase();
  if (match === null || number === undefined) return null;
  const after = question.slice(match.index + match[0].length);
  const [item = null] = ITEM.exec(after) ?? [];
  const rest = `${question.slice(0, match.index)} ${after.slice(item?.length ?? 0)}`;
  const hasSubject = [...termsOf(rest.toLowerCase())].some(
    (term) => !SAYING.has(term) && !isEveryday(term) && !isCommon(term) && !STOP_WORDS.has(term),
  );
  if (hasSubject || /\d/.test(rest)) return null;
  return { number, kind: match.groups?.["kind"]?.toLowerCase() ?? null, item: item?.trim() ?? null };
}
