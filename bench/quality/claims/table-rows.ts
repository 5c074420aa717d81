import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cellsOf, columnsOf, isRow } from "#engine/text/rows.ts";
import { sentencesOf } from "#engine/text/sentences.ts";
import { readPdf } from "#reading/extract/pdf/pdf.ts";
import { splitIntoPassages } from "#reading/split/split.ts";
import { type Case, most } from "./sentences.ts";

/** Sentences that state a table's figure under its own column and under another one, from the PDFs of a set. */
export async function rowCasesOf(folder: string): Promise<[string, Case[]][]> {
  const pdfs = join(folder, "pdfs");
  if (!existsSync(pdfs)) return [];
  const own: Case[] = [];
  const other: Case[] = [];
  for (const name of readdirSync(pdfs).toSorted()) {
    const { pages } = await readPdf(readFileSync(join(pdfs, name)));
    const rows = splitIntoPassages({ pages }).flatMap(({ text, section }) =>
      figuresOf(text, section).map((figure) => ({
        ...figure,
        passage: { id: name, doc: name, title: section, text },
      })),
    );
    const each = Math.ceil(most / 8);
    const step = Math.max(1, Math.floor(rows.length / each));
    for (const { label, figure, column, others, passage } of rows.filter((_, at) => at % step === 0)) {
      own.push({ claim: `${label} was ${figure} in ${column}.`, passage });
      const [wrong] = others;
      if (wrong !== undefined) other.push({ claim: `${label} was ${figure} in ${wrong}.`, passage });
    }
  }
  return [
    ["a figure under its column", own.slice(0, most)],
    ["a figure under another column", other.slice(0, most)],
  ];
}

type Figure = { label: string; figure: string; column: string; others: string[] };

/** The second cell of each row with known columns, if no other cell has the same figure. */
function figuresOf(text: string, section: string): Figure[] {
  const lines = sentencesOf(text);
  return lines.flatMap((line, index) => {
    if (!isRow(line.text)) return [];
    const [, column, ...others] = columnsOf(lines, index, section);
    const [label = "", figure = "", ...rest] = cellsOf(line.text);
    const isPlain = /^\p{L}/u.test(label) && /\d/.test(figure) && !rest.includes(figure);
    return column === undefined || !isPlain || others.includes(column)
      ? []
      : [{ label, figure, column, others }];
  });
}
