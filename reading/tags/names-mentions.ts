import { isSeller, kindOf, nameIn, wordIn } from "./names-words.ts";
import type { TagSource } from "./source.ts";
import { stemOf } from "./words.ts";

/**
 * Capitalised words in a row, joined by small words inside, with the sign of a trade mark. Latin, Greek and Cyrillic by
 * their ranges: by their properties the search takes three times as long.
 */
const NAME =
  /(?<![\wÀ-џ])[A-ZÀ-ÞΑ-ΩЀ-Я][\wÀ-џ'’&.-]*(?:[ \u00a0](?:(?:of|and|&|the|for|de|to|in)[ \u00a0])?(?:[A-ZÀ-ÞΑ-ΩЀ-Я][\wÀ-џ'’&-]*|&|\d{1,4}))*[™®]?/g;
const JOINT = /[ \u00a0](?:and|of|for|to|in|the)[ \u00a0]/g;
/** `iPhone`: a brand that begins small. */
const SMALL_BRAND = /\b[b-z][A-Z][A-Za-z]{2,}\b/g;
const SENTENCE_END = /^[A-ZÀ-ÞΑ-ΩЀ-Я][a-zß-ÿα-ωа-џ]{3,}\. /;

/** A column of a table that holds names. */
const PARTNERS_COLUMN =
  /^(?:(?:distribution|sales|retail|service|insurance|authori[sz]ed) )?(?:partners?|distributors?|dealers?|resellers?|brokers?|underwriters?|insurers?|obligors?|lenders?|carriers?|administrators?|issuers?)(?: names?)?$/i;
const PRODUCTS_COLUMN = /^(?:products?|plans?|brands?|models?|medicines?|drugs?)(?: names?)?$/i;

export type Mentioned = {
  display: Map<string, number>;
  count: number;
  /** Where in the text, as start and end one after the other. */
  at: number[];
  /** What is known without looking at the sentence: the name's own words, a trade mark's sign, the column of a table. */
  inside: number;
  partner: number;
  product: number;
  /** A heading or the title holds it. */
  prominent: boolean;
  kind: "partner" | "product" | "word" | null;
};

type Gathered = { byKey: Map<string, Mentioned>; byName: Map<string, Mentioned> };

/** What may be a name, by its words in small letters without legal forms. */
export function mentionsIn({ text, rows, headings, titles, ordinary }: TagSource): Map<string, Mentioned> {
  const gathered: Gathered = { byKey: new Map(), byName: new Map() };
  // Most capitals begin a sentence: each word is looked at once, and kept when the text never writes it small.
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
      // Without the article that it lost while it was trimmed.
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
    // It stands in the text too, and is counted there.
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

/** `Alpha and Beta` may be one name or two: both are looked at. */
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
    // `Acme` and `Acme Inc.` are one, and a company.
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

/** Names in a column that says what they are: the header is proof enough. */
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
