import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

export type Gold = { document: string; page?: number; text?: string };
export type AnswerQuestion = { text: string; isAnswerable: boolean; gold: Gold[] };
export type AnswerSet = {
  name: string;
  files: { name: string; bytes: Uint8Array }[];
  questions: AnswerQuestion[];
};

/**
 * Reads a set's folder: its documents as files, its questions with the page or the words that answer.
 */
export function readAnswerSet(folder: string): AnswerSet | null {
  const name = basename(folder);
  if (existsSync(join(folder, "pdfs")) && existsSync(join(folder, "questions.jsonl")))
    return { name, ...readPages(folder) };
  if (existsSync(join(folder, "docs"))) return { name, ...readSpans(folder) };
  const questions = linesOf<{ answerable?: boolean }>(join(folder, "queries.jsonl"));
  // only sets that mark answerable questions, and whose corpus is one readable text
  if (questions.some((question) => question.answerable !== undefined))
    return { name, ...readSections(folder) };
  return null;
}

function readPages(folder: string): Omit<AnswerSet, "name"> {
  type Line = { document: string; question: string; evidence: { page: number }[] };
  return {
    files: readdirSync(join(folder, "pdfs")).map((name) => ({
      name,
      bytes: readFileSync(join(folder, "pdfs", name)),
    })),
    questions: linesOf<Line>(join(folder, "questions.jsonl")).map((line) => ({
      text: line.question,
      isAnswerable: true,
      gold: line.evidence.map(({ page }) => ({ document: line.document, page })),
    })),
  };
}

function readSpans(folder: string): Omit<AnswerSet, "name"> {
  type Line = { text: string; spans: { doc: string; start: number; end: number }[] };
  const texts = new Map<string, string>();
  for (const group of readdirSync(join(folder, "docs"))) {
    for (const file of readdirSync(join(folder, "docs", group)))
      texts.set(`${group}/${file}`, readFileSync(join(folder, "docs", group, file), "utf8"));
  }
  return {
    files: [...texts].map(([name, text]) => ({
      name: basename(name),
      bytes: new TextEncoder().encode(text),
    })),
    questions: linesOf<Line>(join(folder, "queries.jsonl")).map((line) => ({
      text: line.text,
      isAnswerable: true,
      gold: line.spans.map((span) => ({
        document: basename(span.doc),
        text: texts.get(span.doc)?.slice(span.start, span.end) ?? "",
      })),
    })),
  };
}

function readSections(folder: string): Omit<AnswerSet, "name"> {
  type Entry = { id: string; title: string; text: string; doc: string };
  type Line = { id: string; text: string; answerable?: boolean };
  const corpus = linesOf<Entry>(join(folder, "corpus.jsonl"));
  const byId = new Map(corpus.map((entry) => [entry.id, entry]));
  const gold = new Map<string, string[]>();
  for (const line of readFileSync(join(folder, "qrels.tsv"), "utf8").trim().split("\n").slice(1)) {
    const [question = "", entry = "", score = "0"] = line.split("\t");
    if (Number(score) > 0) gold.set(question, [...(gold.get(question) ?? []), entry]);
  }
  const documents = Map.groupBy(corpus, (entry) => entry.doc);
  return {
    files: [...documents].map(([name, entries]) => textFileOf(name, entries)),
    questions: linesOf<Line>(join(folder, "queries.jsonl")).map((line) => ({
      text: line.text,
      isAnswerable: line.answerable !== false,
      gold: (gold.get(line.id) ?? []).map((id) => ({
        document: `${byId.get(id)?.doc}.txt`,
        text: byId.get(id)?.text ?? "",
      })),
    })),
  };
}

/** The entries of a corpus as their original text file. */
export function textFileOf(name: string, entries: { title: string; text: string }[]) {
  const text = entries.map((entry) => `${entry.title}\n\n${entry.text}`).join("\n\n");
  return { name: `${name}.txt`, bytes: new TextEncoder().encode(text) };
}

/** Words only, in lower case and separated by one space, for comparing quotes with the expected words. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

export function linesOf<T>(path: string): T[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as T);
}
