import { stemmer } from "stemmer";
import { STOP_WORDS } from "./stop-words.ts";

/** Stands between terms that were not neighbors in the text, so that no word pair is seen across it. */
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

// Scripts written without spaces between words (and Korean, whose particles stick to them): pairs of characters.
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;
const PARTS = /\p{N}+|[\p{L}\p{M}]+/gu;

// Stemming is most of the cost of analysis; a corpus of 13,000 passages has about 12,000 different words.
const STEM_CACHE_LIMIT = 50_000;
const stems = new Map<string, string>();

/** The term of a word of the letters a to z, or null for one of grammar. */
export function termOf(word: string): string | null {
  return STOP_WORDS.has(word) ? null : stemmer(word);
}

function cachedStem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const result = /^[a-z]+$/.test(word) ? (termOf(word) ?? word) : word;
  if (stems.size >= STEM_CACHE_LIMIT) stems.clear();
  stems.set(word, result);
  return result;
}

function fold(text: string): string {
  const lower = text.toLowerCase();
  return ASCII_ONLY.test(lower) ? lower : lower.normalize("NFKD").replace(DIACRITICS, "").normalize("NFC");
}

/** '22.4.2(d)' is also looked for as '22.4.2' and '22.4': a question may name the rule that holds the paragraph. */
function pushNumber(number: string, terms: string[], aside: string[]) {
  terms.push(number);
  let rest = number;
  for (;;) {
    const paragraph = rest.endsWith(")");
    const cut = paragraph ? rest.lastIndexOf("(") : rest.lastIndexOf(".");
    if (cut <= 0) return;
    rest = rest.slice(0, cut);
    if (paragraph || rest.includes(".")) aside.push(rest); // a bare chapter number says too little
  }
}

function pushUnspaced(run: string, terms: string[]) {
  const characters = Array.from(run);
  if (characters.length === 1) terms.push(run);
  for (let at = 0; at + 1 < characters.length; at++) {
    terms.push(`${characters[at] ?? ""}${characters[at + 1] ?? ""}`);
  }
}

function pushWord(word: string, terms: string[]) {
  if (word.length > 64) return; // longer is an address, a key or a broken extraction, and no one asks for it
  if (!STOP_WORDS.has(word)) terms.push(cachedStem(word));
}

function pushCompound(token: string, terms: string[], aside: string[]) {
  const word = token.replace(/['’‘]s?$/, "").replace(/['’‘]s(?=[-‐‑_/&])/g, "");
  const unspaced = ASCII_ONLY.test(word) ? [] : [...word.matchAll(UNSPACED)];
  if (unspaced.length > 0) {
    let end = 0;
    for (const match of unspaced) {
      if (match.index > end) pushWord(word.slice(end, match.index), terms);
      pushUnspaced(match[0], terms);
      end = match.index + match[0].length;
    }
    if (end < word.length) pushWord(word.slice(end), terms);
    return;
  }
  const parts = word.match(PARTS) ?? [];
  if (parts.length < 2) return pushWord(word, terms);
  for (const part of parts) pushWord(part, terms);
  // 'non-disclosure' is also 'nondisclosure', '10-K' is also '10K'
  const joined = parts.join("");
  if (joined.length <= 24) aside.push(cachedStem(joined));
}

/**
 * The terms of a text in order: folded, stemmed, without stop words, BREAK at the end of each sentence or line. After
 * the last BREAK come the terms that stand beside the text (joined compounds, the prefixes of section numbers).
 */
export function analyze(text: string): string[] {
  const terms: string[] = [];
  const aside: string[] = [];
  for (const token of fold(text).match(TOKEN) ?? []) {
    const first = token.charCodeAt(0);
    if (/^[a-z]+$/.test(token)) pushWord(token, terms);
    else if (first >= 48 && first <= 57) {
      if (/^[\d,]+(?:\.\d+)?$/.test(token) && token.includes(",")) terms.push(token.replaceAll(",", ""));
      else if (WHOLE_SECTION_NUMBER.test(token)) {
        if (/[.(]/.test(token)) pushNumber(token, terms, aside);
        else if (/[a-z]/.test(token)) pushCompound(token, terms, aside);
        else terms.push(token);
      } else pushCompound(token, terms, aside);
    } else if (/[.;:!?\n]/.test(token)) {
      if (terms.length > 0 && terms.at(-1) !== BREAK) terms.push(BREAK);
    } else pushCompound(token, terms, aside);
  }
  if (terms.at(-1) === BREAK) terms.pop();
  return aside.length > 0 ? [...terms, BREAK, ...aside] : terms;
}

/** The different words of a text, without the breaks between its parts. */
export function termsOf(text: string): Set<string> {
  return new Set(analyze(text).filter((term) => term !== BREAK));
}
