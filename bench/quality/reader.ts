import { createWriteStream, readdirSync } from "node:fs";
import { once } from "node:events";
import { basename, delimiter, join } from "node:path";
import { passageForm } from "#engine/models/encoder.ts";
import type { SegmentPassage } from "#engine/index/segment.ts";
import { createExtractionPool } from "#reading/child/pool.ts";
import { dataAt } from "#testing/sets.ts";
import type { BenchOptions } from "../options.ts";
import { type AskedQuestion, fileOf, fits, readAskedSet, readQuestions, textOf } from "./asked-set.ts";
import { themeOver } from "./retrieval/footnote.ts";
import { documentsOf, readSet } from "./retrieval/question-set.ts";

/** As many as a reader orders. */
const BEST = 20;
const RETRIEVAL_SETS = ["legalbench-rag", "obliqa", "pdpa", "scifact"];
/** Of each retrieval set, evenly spread. */
const SAMPLED = 300;

type Document = { title: string; passages: SegmentPassage[] };
type Row = {
  set: string;
  theme: string;
  id: string;
  question: string;
  /** The document that answers it, or was meant to. */
  file: string;
  /** Whether a passage of the theme answers it. */
  answerable: boolean;
  /** Best first, each as an encoder reads it, with the ranker's score. */
  passages: { text: string; score: number; right: boolean }[];
};

/**
 * The ranker's best passages for the questions of all sets, and which of them are right, as JSON lines: what the scripts in
 * `training` learn from (`own`) and are measured on (all others).
 */
export async function run({ data: given, json = "reader.jsonl" }: BenchOptions): Promise<void> {
  const data = dataAt("", given);
  const out = createWriteStream(json);
  const pool = createExtractionPool({ size: 1 });
  const read = async (file: { name: string; bytes: Uint8Array }): Promise<Document> => {
    const result = await pool.extract(file);
    if (!result.ok) throw new Error(`${file.name} was not read: ${result.failure.message}`);
    return { title: file.name.replace(/\.\w+$/u, ""), passages: result.prepared.passages };
  };
  try {
    for await (const row of rows(data, read))
      if (!out.write(`${JSON.stringify(row)}\n`)) await once(out, "drain");
  } finally {
    await pool.close();
    out.end();
    await once(out, "close");
  }
}

type Read = (file: { name: string; bytes: Uint8Array }) => Promise<Document>;

async function* rows(data: string, read: Read): AsyncGenerator<Row> {
  const chosen = process.env["ASKED_SETS"];
  if (chosen !== undefined) {
    for (const folder of chosen.split(delimiter)) yield* askedRows(folder, data, read);
    return;
  }
  yield* ownRows(join(data, "train/docs"), read);
  for (const set of ["customers", "asked"]) yield* askedRows(`bench/quality/${set}`, data, read);
  for (const set of RETRIEVAL_SETS) yield* retrievalRows(join(data, "bench", set));
}

async function* askedRows(folder: string, data: string, read: Read): AsyncGenerator<Row> {
  const { themes, questions } = readAskedSet(folder);
  for (const [theme, places] of Object.entries(themes)) {
    const documents: Document[] = [];
    for (const place of places) {
      documents.push(await read(fileOf(folder, data, place)));
    }
    const own = questions("working").filter((question) => question.theme === theme);
    yield* rowsOf(basename(folder), theme, documents, own);
  }
}

/**
 * Questions written for training, each asked of its own document, of all documents of the same publisher, and of the one
 * among them that looks most like an answer without being one.
 */
async function* ownRows(folder: string, read: Read): AsyncGenerator<Row> {
  const questions = readQuestions("training/questions.jsonl");
  const publisherOf = (file: string) => file.split("-")[0] ?? "";
  for (const publisher of new Set(questions.map(({ file }) => publisherOf(file)))) {
    const own = questions.filter(({ file }) => publisherOf(file) === publisher);
    const files = readdirSync(folder).filter((file) => publisherOf(file) === publisher);
    const documents: Document[] = [];
    for (const file of files) documents.push(await read(textOf(join(folder, file))));
    const themes = files.map((file, place) => ({ file, documents: documents.slice(place, place + 1) }));
    for (const theme of themes) {
      const asked = own.filter(({ file }) => file === theme.file);
      if (asked.length > 0) yield* rowsOf("own", theme.file, theme.documents, asked);
    }
    const answered = own.filter(({ right }) => right.length > 0);
    yield* rowsOf("own-together", publisher, documents, answered);
    yield* elsewhere(themes, answered);
  }
}

/** Each question asked of the document with the best passage that lacks its answer. */
function* elsewhere(
  themes: { file: string; documents: Document[] }[],
  questions: AskedQuestion[],
): Generator<Row> {
  const best = new Map<string, Row>();
  for (const { file, documents } of themes) {
    const text = documents.flatMap(({ passages }) => passages.map(passageForm)).join("\n");
    const strange = questions.filter((question) => question.file !== file && !fits(text, question.right));
    for (const row of rowsOf("own-elsewhere", file, documents, strange)) {
      const score = row.passages[0]?.score ?? 0;
      if (score > (best.get(row.id)?.passages[0]?.score ?? 0))
        best.set(row.id, { ...row, answerable: false });
    }
  }
  yield* best.values();
}

function* rowsOf(
  set: string,
  theme: string,
  documents: Document[],
  questions: AskedQuestion[],
): Generator<Row> {
  const index = themeOver(documents);
  for (const { id, text, file, right } of questions) {
    const stem = file.replace(/\.\w+$/u, "");
    const passages = index.search(text, { limit: BEST }).hits.flatMap(({ document, passage, score }) => {
      const found = documents[document]?.passages[passage];
      if (found === undefined) return [];
      const whole = passageForm(found);
      const isRight =
        right.length > 0 && documents[document]?.title === stem && fits(`${stem}\n${whole}`, right);
      return [{ text: whole, score, right: isRight }];
    });
    yield { set, theme, id, question: text, file, answerable: right.length > 0, passages };
  }
}

function* retrievalRows(folder: string): Generator<Row> {
  const { name, corpus, questions, gold } = readSet(folder);
  const documents = documentsOf(corpus);
  const index = themeOver(documents);
  const step = Math.max(1, questions.length / SAMPLED);
  for (let place = 0; place < questions.length; place += step) {
    const question = questions[Math.floor(place)];
    if (question === undefined) continue;
    const right = gold.get(question.id);
    const passages = index
      .search(question.text, { limit: BEST })
      .hits.flatMap(({ document, passage, score }) => {
        const found = documents[document]?.passages[passage];
        const id = documents[document]?.ids[passage];
        if (found === undefined || id === undefined) return [];
        return [{ text: passageForm(found), score, right: right?.has(id) ?? false }];
      });
    yield {
      set: name,
      theme: name,
      id: question.id,
      question: question.text,
      file: name,
      answerable: true,
      passages,
    };
  }
}
