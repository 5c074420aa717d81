import { isSeller, kindOf, nameIn, wordIn } from "./names-words.ts";
import type { TagSource } from "./source.ts";
import { stemOf } from "./words.ts";

/**
 * Runs of capitalized words, joined by small words inside, with a trademark sign. Latin, Greek and Cyrillic by code point
 * ranges: with Unicode properties the search takes three times as long.
 */
const NAME =
  /(?<![\wÀ-џ])[A-ZÀ-ÞΑ-ΩЀ-Я][\wÀ-џ'’&.-]*(?:[ \u00a0](?:(?:of|and|&|the|for|de|to|in)[ \u00a0])?(?:[A-ZÀ-ÞΑ-ΩЀ-Я][\wÀ-џ'’&-]*|&|\d{1,4}))*[™®]?/g;
const JOINT = /[ \u00a0](?:and|of|for|to|in|the)[ \u00a0]/g;
/** `iPhone`: a brand with a lower-case first letter. */
const SMALL_BRAND = /\b[b-z][A-Z][A-Za-z]{2,}\b/g;
const SENTENCE_END = /^[A-ZÀ-ÞΑ-ΩЀ-Я][a-zß-ÿα-ωа-џ]{3,}\. /;

/** A table column that contains names. */
const PARTNERS_COLUMN =
  /^(?:(?:distribution|sales|retail|service|insurance|authori[sz]ed) )?(?:partners?|distributors?|dealers?|resellers?|brokers?|underwriters?|insurers?|obligors?|lenders?|carriers?|administrators?|issuers?)(?: names?)?$/i;
const PRODUCTS_COLUMN = /^(?:products?|plans?|brands?|models?|medicines?|drugs?)(?: names?)?$/i;

export type Mentioned = {
  display: Map<string, number>;
  count: number;
  /** Positions in the text, as alternating start and end. */
  at: number[];
  /** Evidence from outside the sentence: the name's own words, a trademark sign, the table column. */
  inside: number;
  partner: number;
  product: number;
  /** A heading or the title contains it. */
  prominent: boolean;
  kind: "partner" | "product" | "word" | null;
};

type Gathered = { byKey: Map<string, Mentioned>; byName: Map<string, Mentioned> };

/** Candidate names, by their lower-case words without legal forms. */
export function mentionsIn({ text, rows, headings, titles, ordinary }: TagSource): Map<string, Mentioned> {
  const gathered: Gathered = { byKey: new Map(), byName: new Map() };
  // Most capitals begin a sentence: each word is checked once, and kept if the text never has it in lower case.
  const word = once((raw: string) => {
    const found = wordIn(raw);
    return found === null || ordinary.has(stemOf(found.toLowerCase())) ? null : found;
  });
  const name = once(nameIn);
  const addWord = (raw: string, from: number) => {
    const found = word(raw);
    if (found === null) return;
    const start = from + raw.indexOf(found);
    mention(gathered, found, true).at.push(start, start + found.length);
  };
  for (const match of text.matchAll(NAME)) {
    let [raw] = match;
    let from = match.index;
    const sentence = SENTENCE_END.exec(raw)?.[0];
    if (sentence !== undefined) {
      addWord(sentence.slice(0, -2), from);
      raw = raw.slice(sentence.length);
      from += sentence.length;
    }
    const isOne = !/[ \u00a0]/.test(raw);
    for (const [part, at] of isOne ? [[raw, 0] as const] : partsOf(raw)) addWord(part, from + at);
    for (const [part, at] of isOne ? [] : companiesIn(raw)) {
      const found = name(part);
      if (found === null) continue;
      const entry = mention(gathered, found);
      // Without the article removed by trimming.
      const start = from + at + Math.max(0, part.indexOf(found));
      entry.at.push(start, from + at + part.length);
      if (isSeller(found)) entry.partner++;
      if (/[™®]$/.test(part)) entry.product += 2;
    }
  }
  for (const { 0: brand, index } of text.matchAll(SMALL_BRAND))
    mention(gathered, brand, true).at.push(index, index + brand.length);
  for (const { cell, kind } of inColumns(rows)) {
    const entry = mention(gathered, cell);
    // It also occurs in the text, and is counted there.
    entry.count--;
    entry.inside++;
    entry[kind]++;
  }
  for (const line of [...headings.filter((heading) => heading !== heading.toUpperCase()), ...titles])
    for (const [raw] of line.matchAll(NAME)) {
      const found = name(raw);
      if (found !== null) mention(gathered, found).prominent = true;
    }
  return gathered.byKey;
}

function once<Value>(read: (raw: string) => Value): (raw: string) => Value {
  const known = new Map<string, Value>();
  return (raw) => {
    const before = known.get(raw);
    if (before !== undefined) return before;
    const value = read(raw);
    known.set(raw, value);
    return value;
  };
}

/** `Alpha and Beta` may be one name or two: both are checked. */
function partsOf(raw: string): [string, number][] {
  const parts: [string, number][] = [];
  let start = 0;
  for (const joint of raw.matchAll(JOINT)) {
    parts.push([raw.slice(start, joint.index), start]);
    start = joint.index + joint[0].length;
  }
  return [...parts, [raw.slice(start), start]];
}

/** `Alpha Bank and Beta Stores Inc.` are two. */
function companiesIn(raw: string): [string, number][] {
  const parts = raw.includes(" and ") ? partsOf(raw) : [];
  const isTwo = parts.length > 1 && parts.every(([part]) => kindOf(part) === "partner");
  return isTwo ? parts : [[raw, 0]];
}

function mention({ byKey, byName }: Gathered, name: string, isWord = false): Mentioned {
  const entry = byName.get(name) ?? entryOf(byKey, name, isWord);
  byName.set(name, entry);
  entry.display.set(name, (entry.display.get(name) ?? 0) + 1);
  entry.count++;
  return entry;
}

function entryOf(found: Map<string, Mentioned>, name: string, isWord: boolean): Mentioned {
  const kind = isWord ? "word" : kindOf(name);
  const key = name
    .toLowerCase()
    .replace(/[,.]|\b(?:inc|llc|ltd|corp|corporation|company|co)\b/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const entry = found.get(key);
  if (entry !== undefined) {
    // `Acme` and `Acme Inc.` are the same company.
    if (entry.kind === "word") entry.kind = kind;
    return entry;
  }
  const fresh: Mentioned = {
    display: new Map<string, number>(),
    count: 0,
    at: [],
    inside: 0,
    partner: 0,
    product: 0,
    prominent: false,
    kind,
  };
  found.set(key, fresh);
  return fresh;
}

/** Names in a column with a telling header: the header is proof enough. */
function inColumns(rows: string[][]): { cell: string; kind: "partner" | "product" }[] {
  const found: { cell: string; kind: "partner" | "product" }[] = [];
  let header: string[] = [];
  for (const cells of rows) {
    if (cells.some((cell) => PARTNERS_COLUMN.test(cell) || PRODUCTS_COLUMN.test(cell))) {
      header = cells;
      continue;
    }
    if (cells.length !== header.length) header = [];
    for (const [at, title] of header.entries()) {
      const cell = cells[at] ?? "";
      const kind = PARTNERS_COLUMN.test(title) ? "partner" : PRODUCTS_COLUMN.test(title) ? "product" : null;
      if (kind !== null && nameIn(cell) === cell) found.push({ cell, kind });
    }
  }
  return found;
}
