import type { Extraction, Page } from "#reading/extract/extraction.ts";
import { ordinaryWords } from "./words.ts";

/** The finders' input: running text without headings, and the headings with the document's own names. */
export type TagSource = {
  text: string;
  headings: string[];
  titles: string[];
  /** Cells of table rows, which are also part of the text. */
  rows: string[][];
  /** Lines at the top of the first page. */
  opening: string[];
  /** Words that also occur in lower case, by their stems: a phrase without any other word isn't a name. */
  ordinary: Set<string>;
  language: string | null;
};

/** Enough to identify a document's subject: its beginning, and every second or third page of the rest. */
const BEGINNING_CHARACTERS = 80_000;
const REST_CHARACTERS = 80_000;
/** Pages may be longer than their number suggests: this is the limit for any text. */
const MOST_CHARACTERS = 2 * (BEGINNING_CHARACTERS + REST_CHARACTERS);

/** A filing's cover sheet names the filer within its first dozen lines. */
const OPENING_LINES = 16;
const LINE_CHARACTERS = 200;
/** A line that ends in the middle of a sentence near the usual wrap width continues in the next one. */
const WRAPPED = /\n(?<=[^\n]{56}[^\n.:;!?]\n)(?=\S)/g;

export function toSource(
  { pages, title, language }: Pick<Extraction, "pages" | "title" | "language">,
  name: string,
): TagSource {
  const headings: string[] = [];
  const texts: string[] = [];
  const rows: string[][] = [];
  for (const page of sampleOf(pages))
    for (const block of page.blocks) {
      const text = page.text.slice(block.start, block.end);
      if (block.type === "heading") headings.push(text.replace(/\s+/g, " "));
      else texts.push(text.includes("\n") ? text.replace(WRAPPED, " ") : text);
      if (block.type === "table_row") rows.push(text.split(/\t|\s\|\s/).map((cell) => cell.trim()));
    }
  const bare = name
    .replace(/^.*[/\\]/, "")
    .replace(/\.[a-z]+$/i, "")
    .replace(/[_-]+/g, " ");
  const text = texts.join("\n").slice(0, MOST_CHARACTERS);
  return {
    text,
    ordinary: ordinaryWords(text),
    headings,
    titles: title === null ? [bare] : [title, bare],
    rows,
    opening: (pages[0]?.blocks ?? [])
      .slice(0, OPENING_LINES)
      .map(({ start, end }) => (pages[0]?.text ?? "").slice(start, Math.min(end, start + LINE_CHARACTERS))),
    language,
  };
}

/** The beginning identifies a document; appendices are longer, and less telling. */
function sampleOf(pages: Page[]): Page[] {
  let read = 0;
  const beginning = pages.findIndex((page) => (read += page.text.length) > BEGINNING_CHARACTERS) + 1;
  if (beginning === 0) return pages;
  const rest = pages.slice(beginning);
  const length = rest.reduce((sum, page) => sum + page.text.length, 0);
  const step = Math.max(1, Math.ceil(length / REST_CHARACTERS));
  return [...pages.slice(0, beginning), ...rest.filter((_, index) => index % step === 0)];
}
