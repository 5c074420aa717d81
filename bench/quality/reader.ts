import { createWriteStream, readdirSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import type { Evidence } from "#engine/evidence.ts";
import { passageForm, type Encoder } from "#engine/models/encoder.ts";
import { UNIT_FEATURES, type UnitFeature } from "#engine/quote/unit-features.ts";
import { createExtractionPool } from "#reading/child/pool.ts";
import { dataAt } from "#testing/sets.ts";
import type { BenchOptions } from "../options.ts";
import { fits, readAskedSet, readQuestions, readThemes, textOf, type AskedQuestion } from "./asked-set.ts";
import { choiceSets, describeFound, passagesUsed, quotedAs, strangersTo, withIds } from "./choice-set.ts";
import { askerOver, withVectors, type Ask, type AskedCorpus } from "./retrieval/asker.ts";
import { openChosenEncoder } from "./retrieval/vectors.ts";

type Document = AskedCorpus["documents"][number];
type Pool = ReturnType<typeof createExtractionPool>;
/** A question as asked of a theme: of which set and half, and the document that answers it if one alone may. */
type Asking = { set: string; half: string; theme: string; search: Ask; only?: string };

/** Documents of the same publisher that share a theme with a question's own. */
const neighbors = 5;
/** Of the questions, those that are also asked where nothing answers them. */
const everyElsewhere = 3;
/** Figures of a unit before the reader's own. */
const beforeReader = UNIT_FEATURES.indexOf("readPassage");
/** Figures of the lead behind its confidence, beside its worth and margin (`engine/quote/lead-features.ts`). */
const ofLead: UnitFeature[] = ["meaning", "lacks", "extra", "names"];

/**
 * The ranker's best passages for each question, with their units, the figures that choose among these, and which are right,
 * as JSON lines: what the scripts in `training` learn from (`own…`) and are measured on.
 */
export async function run({ data: given, json = "reader.jsonl" }: BenchOptions): Promise<void> {
  const data = dataAt("", given);
  const out = createWriteStream(json);
  try {
    for await (const row of rows(data)) if (!out.write(`${JSON.stringify(row)}\n`)) await once(out, "drain");
  } finally {
    out.end();
    await once(out, "close");
  }
}

async function* rows(data: string): AsyncGenerator<object> {
  const encoder = await openChosenEncoder();
  for (const set of choiceSets) yield* measuredRows(set, data, encoder);
  const pool = createExtractionPool({ size: 1 });
  try {
    yield* ownRows(join(data, "train/docs"), pool, encoder);
  } finally {
    await pool.close();
  }
}

async function* measuredRows(set: string, data: string, encoder: Encoder | null): AsyncGenerator<object> {
  const folder = `bench/quality/${set}`;
  const { questions } = readAskedSet(folder);
  for (const { theme, documents } of await readThemes(folder, { data, half: "working" })) {
    const search = searchOver(await withVectors(`${set} ${theme}`, documents.map(withIds), encoder));
    for (const half of ["working", "held-out"]) {
      const all = questions(half);
      for (const question of all.filter((one) => one.theme === theme))
        yield await describe(question, { set, half, theme, search });
      for (const question of strangersTo(theme, all))
        yield await describe(question, { set: `${set}-stranger`, half, theme, search });
    }
  }
}

/**
 * Questions written for training: each asked of its own document, of this with its neighbors, and some of the neighbors
 * alone, which do not answer them.
 */
async function* ownRows(folder: string, pool: Pool, encoder: Encoder | null): AsyncGenerator<object> {
  const questions = readQuestions("training/questions.jsonl");
  const publisherOf = (file: string) => file.split("-")[0] ?? "";
  const files = readdirSync(folder);
  for (const publisher of new Set(questions.map(({ file }) => publisherOf(file)))) {
    const own = files.filter((file) => publisherOf(file) === publisher).toSorted();
    const documents: Document[] = [];
    for (const file of own) {
      const document = withIds(await read(pool, textOf(join(folder, file))));
      documents.push(...(await withVectors(`train ${file}`, [document], encoder)).documents);
    }
    for (const [place, document] of documents.entries()) {
      const asked = questions.filter(({ file }) => file === own[place]);
      const beside = Array.from(
        { length: Math.min(neighbors, documents.length - 1) },
        (_, step) => documents[(place + step + 1) % documents.length] ?? document,
      );
      yield* askedOf(document, beside, asked, encoder);
    }
  }
}

/** The product's search, whose passages tell how near their units are. */
const searchOver = (corpus: AskedCorpus): Ask => askerOver(corpus, { near: true });

async function read(pool: Pool, file: { name: string; bytes: Uint8Array }) {
  const result = await pool.extract(file);
  if (!result.ok) throw new Error(`${file.name} was not read: ${result.failure.message}`);
  return { title: file.name, passages: result.prepared.passages };
}

async function* askedOf(
  document: Document,
  beside: Document[],
  questions: readonly AskedQuestion[],
  encoder: Encoder | null,
): AsyncGenerator<object> {
  const half = "";
  const [theme, only] = [document.title, document.title];
  const alone = { set: "own", half, theme, search: searchOver({ documents: [document], encoder }), only };
  for (const question of questions) yield await describe(question, alone);
  if (beside.length === 0 || questions.length === 0) return;
  const answered = questions.filter(({ right }) => right.length > 0);
  const all = searchOver({ documents: [document, ...beside], encoder });
  const together = { set: "own-together", half, theme, search: all, only };
  for (const question of answered) yield await describe(question, together);
  const text = beside.flatMap(({ passages }) => passages.map(passageForm)).join("\n");
  const elsewhere = { set: "own-elsewhere", half, theme, search: searchOver({ documents: beside, encoder }) };
  const unanswered = answered.filter(({ right }) => !fits(text, right));
  for (const question of unanswered.filter((_, index) => index % everyElsewhere === 0))
    yield await describe({ ...question, right: [] }, elsewhere);
}

async function describe(asked: AskedQuestion, { set, half, theme, search, only }: Asking): Promise<object> {
  const { id, file, right } = asked;
  const found = await search(asked.text, passagesUsed);
  const question = quotedAs(asked.text, found);
  const units = describeFound(question, found, right);
  const mayAnswer = ({ documentName }: Evidence) => only === undefined || documentName === only;
  const valueOf = (features: Float64Array, name: UnitFeature) =>
    round(features[UNIT_FEATURES.indexOf(name)] ?? 0);
  const highest = Math.max(...units.map(({ features }) => valueOf(features, "passage")));
  return {
    ...{ set, half, theme, id, file, question, answerable: right.length > 0 },
    unknown: found.unknownWords.length > 0,
    passages: found.evidence.map((passage) => {
      const text = passageForm(passage);
      const isRight = mayAnswer(passage) && fits(`${passage.documentName}\n${text}`, right);
      return { text, score: passage.score, right: isRight };
    }),
    units: units.map(({ evidence, unit, isRight, coverage, features }) => {
      const before = passageForm(evidence).length - evidence.text.length;
      return {
        passage: found.evidence.indexOf(evidence),
        start: before + unit.start,
        end: before + unit.end,
        right: mayAnswer(evidence) && isRight,
        figures: [...features.slice(0, beforeReader)].map(round),
        lead: [highest, round(coverage), ...ofLead.map((name) => valueOf(features, name))],
      };
    }),
  };
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
