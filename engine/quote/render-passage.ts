import type { Span } from "#engine/draft.ts";
import { cellsOf, columnsOf, isRow } from "#engine/text/rows.ts";
import { paragraphGoesOn, sentencesOf, type Sentence } from "#engine/text/sentences.ts";
import { onOneLine } from "#engine/text/trim.ts";

const bullet = /^[-•*–]\s/;

/** A passage as Markdown, and the position of the answering words in it (UTF-16 code units of the Markdown). */
export type Rendered = { markdown: string; lit: Span[] };

/**
 * Renders a passage with its mark: paragraphs and lists stay verbatim, and rows become a table with their column names. The
 * mark comes last, or in the highlighted row if the passage ends in a table.
 * @param answering spans of `text` that answer the question
 * @param heading run-in heading before the text; '' for none
 */
export function renderPassage(
  { text, section, heading, marker }: { text: string; section: string; heading: string; marker: number },
  answering: readonly Span[],
): Rendered {
  const out = createWriter();
  // 'What is covered?' needs no colon
  if (heading !== "") out.add(`**${heading}${/[?!.:]$/.test(heading) ? "" : ":"}** `);
  const sentences = withoutHeadings(sentencesOf(text), section);
  const isLit = ({ start, end }: Sentence) =>
    answering.some((span) => span.start <= start && end <= span.end);
  let previous: Sentence | null = null;
  for (let place = 0; place < sentences.length; place++) {
    const sentence = sentences[place];
    if (sentence === undefined) break;
    if (isRow(sentence.text)) {
      const end = sentences.findIndex((other, at) => at > place && !isRow(other.text));
      const rows = sentences.slice(place, end < 0 ? undefined : end);
      const columns = columnsOf(sentences, place + rows.length - 1, section);
      out.table(rows, columns, isLit, end < 0 ? ` [${marker}]` : "");
      if (end < 0) return out.finish("");
      place = end - 1;
      previous = null;
      continue;
    }
    const isNewLine = previous === null || !paragraphGoesOn(text, previous, sentence);
    const isItem = isNewLine && bullet.test(sentence.text);
    const words = onOneLine(isItem ? sentence.text.replace(bullet, "").trim() : sentence.text);
    if (previous !== null || out.hasTable()) out.add(isNewLine ? (isItem ? "\n" : "\n\n") : " ");
    if (isItem) out.add("- ");
    out.words(words, isLit(sentence));
    previous = sentence;
  }
  return out.finish(` [${marker}]`);
}

/** Number of opening lines in which a passage may repeat its title and headings. */
const headingLines = 4;

/** A passage often begins with its own headings: they become run-in headings. */
function withoutHeadings(sentences: Sentence[], section: string): Sentence[] {
  const path = section.split(" › ");
  const last = sentences.slice(0, headingLines).findLastIndex(({ text }) => path.includes(onOneLine(text)));
  return sentences.slice(last + 1);
}

function createWriter() {
  let markdown = "";
  let hasTable = false;
  const highlighted: Span[] = [];

  function words(shown: string, isLit: boolean) {
    const start = markdown.length;
    markdown += shown;
    const last = highlighted.at(-1);
    if (!isLit) return;
    // adjacent sentences form one span
    if (last !== undefined && markdown.slice(last.end, start) === " ") last.end = markdown.length;
    else highlighted.push({ start, end: markdown.length });
  }

  function table(
    rows: readonly Sentence[],
    columns: readonly string[],
    isLit: (row: Sentence) => boolean,
    mark: string,
  ) {
    const isHeader = (row: Sentence | undefined) =>
      row !== undefined && columns.length > 0 && cellsOf(row.text).join() === columns.join();
    const body = rows.filter((row) => !isHeader(row));
    const width = Math.max(columns.length, ...rows.map(({ text }) => cellsOf(text).length));
    const line = (cells: readonly string[]) =>
      `| ${Array.from({ length: width }, (_, place) => (cells[place] ?? "").replaceAll("|", "\\|")).join(" | ")}`;
    if (markdown !== "") markdown = `${markdown.trimEnd()}\n\n`;
    markdown += `${line(columns)} |\n|${" --- |".repeat(width)}`;
    const marked = body.findIndex(isLit);
    for (const [place, row] of body.entries()) {
      markdown += "\n";
      const start = markdown.length + 2;
      markdown += line(cellsOf(row.text));
      if (isLit(row)) highlighted.push({ start, end: markdown.trimEnd().length });
      if (place === (marked < 0 ? body.length - 1 : marked)) markdown += mark;
      markdown += " |";
    }
    hasTable = true;
  }

  return {
    add: (shown: string) => void (markdown += shown),
    words,
    table,
    hasTable: () => hasTable,
    finish: (mark: string): Rendered => ({ markdown: markdown + mark, lit: highlighted }),
  };
}
