import { termsOf } from "#engine/text/analyze.ts";
import { STOP_WORDS } from "#engine/text/stop-words.ts";

/** What people call a document. Excludes words for things that documents also discuss (a report, a notice, a form). */
const kinds =
  /^(?:policy|agreement|contract|act|rulebook|handbook|manual|guidelines?|procedure|nda|prospectus|charter|code|10-?[kq])$/iu;
/** 'agreement between A and B' */
const towards = new Set(["between", "of", "with", "for", "by"]);
const links = new Set([...towards, "and", "the", "on", "&", ",", "s"]);
/** Lower-case words that may precede the kind: 'data retention policy'. */
const mostModifiers = 2;
/** Token limit on either side of the kind: keeps long texts linear. */
const mostTokens = 16;
const tokenPattern = /[\p{L}\p{N}](?:[^\s,;:?!.()"“”]|\.(?=\S))*|[,;:?!.()&]/gu;

/** Words before a phrase that names a document, and after it up to the comma: 'Consider …;', 'According to …,'. */
const mostLeadingWords = 3;

/**
 * The terms that only identify the document of a question ("In Viber's privacy policy, …"; "Consider the non-disclosure
 * agreement between A and B; …"). They distinguish documents and say nothing about the passage. A phrase around a kind of
 * document counts if one of its words `names` a document of the theme. Numbers, and words that also occur elsewhere in the
 * question, are excluded.
 */
export function namingTerms(text: string, names: (term: string) => boolean): Set<string> {
  const tokens = tokensOf(text);
  const phrases = phrasesOf(tokens, names);
  if (phrases.length === 0) return new Set();
  const isNaming = new Uint8Array(tokens.length);
  for (const { start, end } of phrases) isNaming.fill(1, start, end);
  const asked = termsOf(wordsOf(tokens.filter((_, index) => isNaming[index] === 0)));
  const naming = phrases.flatMap(({ start, end }) => [...termsOf(wordsOf(tokens.slice(start, end)))]);
  return new Set(naming.filter((term) => !asked.has(term) && !/^\d/u.test(term)));
}

/**
 * The question without the phrases that only name a document and their lead-ins: the topic that a passage inside the
 * document must match. A question with almost nothing else stays unchanged.
 */
export function withoutNaming(text: string, names: (term: string) => boolean): string {
  const tokens = tokensOf(text);
  const kept: string[] = [];
  let done = 0;
  for (const { start, end } of phrasesOf(tokens, names)) {
    const [first, last] = [tokens[start], tokens[end - 1]];
    if (first === undefined || last === undefined) continue;
    const before = text.slice(done, first.index);
    done = last.index + last.text.length;
    const closing = /^["'”’)]{0,3}\s{0,3}[,;:]/u.exec(text.slice(done, done + 8));
    const isLead = closing !== null && wordCount(before) <= mostLeadingWords;
    if (isLead) done += closing[0].length;
    else kept.push(before);
  }
  kept.push(text.slice(done));
  const matter = kept.join(" ").replace(/\s+/gu, " ").trim();
  return wordCount(matter) < 2 ? text : matter;
}

type Token = { text: string; index: number };
/** Tokens from `start`, exclusive of `end`. */
type Phrase = { start: number; end: number };

function tokensOf(text: string): Token[] {
  return [...text.matchAll(tokenPattern)].map(({ 0: token, index }) => ({ text: token, index }));
}

function phrasesOf(found: readonly Token[], names: (term: string) => boolean): Phrase[] {
  const tokens = found.map(({ text }) => text);
  const phrases: Phrase[] = [];
  let done = 0;
  tokens.forEach((token, kind) => {
    if (kind < done || !kinds.test(token)) return;
    const [start, end] = [Math.max(done, startOf(tokens, kind)), endOf(tokens, kind)];
    if (![...termsOf(tokens.slice(start, end).join(" "))].some(names)) return;
    phrases.push({ start, end });
    done = end;
  });
  return phrases;
}

const wordsOf = (tokens: readonly Token[]) => tokens.map(({ text }) => text).join(" ");
const wordCount = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** Up to two lower-case words, preceded by names and their connectives. */
function startOf(tokens: readonly string[], kind: number): number {
  let start = kind;
  while (kind - start < mostModifiers && isModifier(tokens[start - 1] ?? "")) start--;
  for (let index = start - 1; index >= Math.max(0, kind - mostTokens); index--) {
    const token = tokens[index] ?? "";
    if (isName(token)) start = index;
    else if (!links.has(token)) break;
  }
  return start;
}

function endOf(tokens: readonly string[], kind: number): number {
  let end = kind + 1;
  if (!towards.has(tokens[end] ?? "")) return end;
  for (let index = end + 1; index < Math.min(tokens.length, kind + mostTokens); index++) {
    const token = tokens[index] ?? "";
    if (isName(token)) end = index + 1;
    else if (!links.has(token) || token === ",") break;
  }
  return end;
}

/** Capitalized, a number, or a possessive: "tpi's". */
function isName(token: string): boolean {
  return /^\p{N}|\p{Lu}|['’]s?$/u.test(token) && !STOP_WORDS.has(token.toLowerCase());
}

function isModifier(token: string): boolean {
  return /^\p{Ll}/u.test(token) && !STOP_WORDS.has(token) && !links.has(token);
}
