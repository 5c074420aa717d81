import { english, type Language } from "./language.ts";
import { withoutMarks } from "./superscripts.ts";

/** A text's words and numbers in small letters, separated by single spaces, without anything else between them. */
export const plainWords = (text: string): string =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");

/** Separates terms that weren't adjacent in the text, so that no word pair spans the gap. */
export const BREAK = "";

const DIACRITICS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]/g;
const ASCII_ONLY = /^[\u0000-\u007f]*$/; // oxlint-disable-line no-control-regex -- the range is the point
const AMOUNT = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\p{L}\p{N}])`;
/** '7', '10a', '22.4.2(d)'. */
export const SECTION_NUMBER = String.raw`\d+[a-z]{0,2}(?:\.\d+[a-z]{0,2})*(?:\([a-z0-9]{1,4}\))*`;
const WHOLE_SECTION_NUMBER = new RegExp(`^${SECTION_NUMBER}$`);
const NUMBER = String.raw`${SECTION_NUMBER}(?![\p{L}\p{N}]|[-_/]\p{L})`;
const WORD = String.raw`[\p{L}\p{N}\p{M}]+(?:['’‘\-‐‑_/&][\p{L}\p{N}\p{M}]+)*`;
const TOKEN = new RegExp(`${AMOUNT}|${NUMBER}|${WORD}|[.;:!?\\n]`, "gu");

// Scripts without spaces between words (and Korean, whose particles attach to them) are indexed as character pairs.
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;
const PARTS = /\p{N}+|[\p{L}\p{M}]+/gu;

// Stemming is most of the cost of analysis; a corpus of 13,000 passages has about 12,000 distinct words.
const STEM_CACHE_LIMIT = 50_000;
const stemsOf = new Map<string, Map<string, string>>();

/** The English term of a word with the letters a to z, or null for a stop word. */
export function termOf(word: string): string | null {
  return english.stopWords.has(word) ? null : english.stem(word);
}

/** `stopWords` apply to words that stand alone; joined parts of a compound are always stemmed. */
function cachedStem(word: string, language: Language): string {
  const stems = stemsOf.get(language.code) ?? new Map<string, string>();
  stemsOf.set(language.code, stems);
  const known = stems.get(word);
  if (known !== undefined) return known;
  const result = stemOf(word, language);
  if (stems.size >= STEM_CACHE_LIMIT) stems.clear();
  stems.set(word, result);
  return result;
}

function stemOf(word: string, language: Language): string {
  if (language === english) return /^[a-z]+$/.test(word) ? (termOf(word) ?? word) : word;
  return fold(language.stem(word)).replaceAll("ß", "ss");
}

function fold(text: string): string {
  const lower = text.toLowerCase();
  return ASCII_ONLY.test(lower) ? lower : lower.normalize("NFKD").replace(DIACRITICS, "").normalize("NFC");
}

/**
 * English stemming ignores accents; other stemmers need them to recognize endings, so their terms are folded afterwards.
 */
function lettersOf(text: string, language: Language): string {
  const bare = ASCII_ONLY.test(text) ? text : withoutMarks(text);
  return language === english ? fold(bare) : bare.toLowerCase().normalize("NFC");
}

/** '22.4.2(d)' is also indexed as '22.4.2' and '22.4': a question may name the enclosing rule. */
function pushNumber(number: string, terms: string[], aside: string[]) {
  terms.push(number);
  let rest = number;
  for (;;) {
    const paragraph = rest.endsWith(")");
    const cut = paragraph ? rest.lastIndexOf("(") : rest.lastIndexOf(".");
    if (cut <= 0) return;
    rest = rest.slice(0, cut);
    if (paragraph || rest.includes(".")) aside.push(rest); // a bare chapter number is too unspecific
  }
}

function pushUnspaced(run: string, terms: string[]) {
  const characters = Array.from(run);
  if (characters.length === 1) terms.push(run);
  for (let at = 0; at + 1 < characters.length; at++) {
    terms.push(`${characters[at] ?? ""}${characters[at + 1] ?? ""}`);
  }
}

function pushWord(word: string, terms: string[], language: Language) {
  if (word.length > 64) return; // longer strings are addresses, keys or broken extractions, which questions don't contain
  if (!language.stopWords.has(word)) terms.push(cachedStem(word, language));
}

function pushCompound(token: string, terms: string[], aside: string[], language: Language) {
  const word = token.replace(/['’‘]s?$/, "").replace(/['’‘]s(?=[-‐‑_/&])/g, "");
  const unspaced = ASCII_ONLY.test(word) ? [] : [...word.matchAll(UNSPACED)];
  if (unspaced.length > 0) {
    let end = 0;
    for (const match of unspaced) {
      if (match.index > end) pushWord(word.slice(end, match.index), terms, language);
      pushUnspaced(match[0], terms);
      end = match.index + match[0].length;
    }
    if (end < word.length) pushWord(word.slice(end), terms, language);
    return;
  }
  const parts = word.match(PARTS) ?? [];
  if (parts.length < 2) return pushWord(word, terms, language);
  for (const part of parts) pushWord(part, terms, language);
  // 'non-disclosure' is also 'nondisclosure', '10-K' is also '10K'
  const joined = parts.join("");
  if (joined.length <= 24) aside.push(cachedStem(joined, language));
}

/**
 * The terms of a text in order: folded, stemmed, without stop words, BREAK at the end of each sentence or line. After the
 * last BREAK come the additional terms (joined compounds, the prefixes of section numbers).
 */
export function analyze(text: string, language: Language = english): string[] {
  const terms: string[] = [];
  const aside: string[] = [];
  for (const token of lettersOf(text, language).match(TOKEN) ?? []) {
    const first = token.charCodeAt(0);
    if (/^[a-z]+$/.test(token)) pushWord(token, terms, language);
    else if (first >= 48 && first <= 57) {
      if (/^[\d,]+(?:\.\d+)?$/.test(token) && token.includes(",")) terms.push(token.replaceAll(",", ""));
      else if (WHOLE_SECTION_NUMBER.test(token)) {
        if (/[.(]/.test(token)) pushNumber(token, terms, aside);
        else if (/[a-z]/.test(token)) pushCompound(token, terms, aside, language);
        else terms.push(token);
      } else pushCompound(token, terms, aside, language);
    } else if (/[.;:!?\n]/.test(token)) {
      if (terms.length > 0 && terms.at(-1) !== BREAK) terms.push(BREAK);
    } else pushCompound(token, terms, aside, language);
  }
  if (terms.at(-1) === BREAK) terms.pop();
  return aside.length > 0 ? [...terms, BREAK, ...aside] : terms;
}

/** The terms of a text in order, without BREAKs. */
export function termsIn(text: string, language: Language = english): string[] {
  return analyze(text, language).filter((term) => term !== BREAK);
}

/** The distinct words of a text, without BREAKs. */
export function termsOf(text: string, language: Language = english): Set<string> {
  return new Set(termsIn(text, language));
}
