import { wide, wordAt, type WordFile } from "./doc-file.ts";
import { type Properties, readProperties } from "./doc-properties.ts";

/** The relevant properties of an old Word file's style, inherited ones included. */
export type DocStyle = {
  /** Heading depth, 1 to 9. */
  level: number | null;
  title: boolean;
  /** Of the text that asks for a value. */
  isPlaceholder: boolean;
  paragraph: Properties;
  characters: Properties;
};
type Own = DocStyle & { base: number };

const STYLES_FIELD = 0x00a2;
const TITLE = 62;
const OUTLINE_LEVEL = 0x2640;
const PLAIN: DocStyle = {
  level: null, title: false, isPlaceholder: false, paragraph: new Map(), characters: new Map(),
}; // prettier-ignore
const PLACEHOLDER = 156;
/** As in docx-styles.ts: limits a loop. */
const MAX_CHAIN = 12;
/** `stk`: the kind of a style. */
const PARAGRAPH = 1;
const CHARACTER = 2;

/** Reads the style sheet (STSH, MS-DOC 2.9.271); an unknown number gives the plain style. */
export function readDocStyles(file: WordFile): (style: number) => DocStyle {
  const sheet = file.table(STYLES_FIELD);
  const headLength = wordAt(sheet, 0);
  const count = wordAt(sheet, 2);
  const baseLength = wordAt(sheet, 4);
  const styles: (Own | null)[] = [];
  let at = 2 + headLength;
  for (let index = 0; index < count && at + 2 <= sheet.length; index++) {
    const length = wordAt(sheet, at);
    styles.push(
      length === 0 ? null : readStyle(sheet.subarray(at + 2, at + 2 + length), baseLength, file.data),
    );
    at += 2 + length + (length % 2);
  }
  return (style) => resolve(styles, style);
}

function readStyle(bytes: Buffer, baseLength: number, data: Buffer): Own {
  const builtIn = wordAt(bytes, 0) & 0x0fff;
  const kind = wordAt(bytes, 2) & 0x000f;
  const base = wordAt(bytes, 2) >> 4;
  // the name and its terminating zero precede the properties
  let at = baseLength + 2 + wordAt(bytes, baseLength) * 2 + 2;
  const next = (): Buffer => {
    at += at % 2;
    const length = wordAt(bytes, at);
    const part = bytes.subarray(at + 2, at + 2 + length);
    at += 2 + length;
    return part;
  };
  const paragraph = kind === PARAGRAPH ? readProperties(next().subarray(2), data) : PLAIN.paragraph;
  const characters =
    kind === PARAGRAPH || kind === CHARACTER ? readProperties(next(), data) : PLAIN.characters;
  const outline = paragraph.get(OUTLINE_LEVEL)?.[0];
  const level =
    builtIn >= 1 && builtIn <= 9 ? builtIn : outline !== undefined && outline < 9 ? outline + 1 : null;
  const name = wide(bytes.subarray(baseLength + 2, baseLength + 2 + wordAt(bytes, baseLength) * 2));
  // a program other than Word may name the style only
  const isPlaceholder = kind === CHARACTER && (builtIn === PLACEHOLDER || name === "Placeholder Text");
  return {
    level,
    title: kind === PARAGRAPH && builtIn === TITLE,
    isPlaceholder,
    paragraph,
    characters,
    base,
  };
}

function resolve(styles: (Own | null)[], index: number): DocStyle {
  let style = PLAIN;
  for (let at = index, step = 0; step < MAX_CHAIN; step++) {
    const found = styles[at] ?? null;
    if (found === null) break;
    style = {
      level: style.level ?? found.level,
      title: style.title || (step === 0 && found.title),
      isPlaceholder: style.isPlaceholder || found.isPlaceholder,
      paragraph: new Map([...found.paragraph, ...style.paragraph]),
      characters: new Map([...found.characters, ...style.characters]),
    };
    at = found.base;
  }
  return style;
}
