import { writeFileSync } from "node:fs";
import { figuresFrom, questionsOfOthers, shareBelow, shown } from "./abstention.ts";
import type { BenchOptions } from "../options.ts";
import {
  documentsOf,
  findSets,
  readSet,
  type QuestionSet,
  type SetDocument,
} from "./retrieval/question-set.ts";

/** Theme sizes in passages: a leaflet, a few pages, a short policy, a long one. */
const sizes = [3, 6, 15, 30, 60];
const mostThemes = 60;
/** Unanswerable questions for each theme: from its own set, and from other sets. */
const strangers = 8;

type Row = {
  set: string;
  engine: "footnote";
  passages: number;
  answerableQuestions: number;
  declinedAnswerable: number | null;
  declinedWithoutPassage: number | null;
  declinedOtherSubject: number | null;
};

/**
 * Declining in small themes, each with a few neighboring passages of one document: its own questions, others of
 * the same set whose passages it lacks, and questions on another subject.
 */
export async function run({ data, json }: BenchOptions): Promise<void> {
  const sets = findSets(data).map(readSet);
  process.stdout.write(
    "set               passages  questions  answerable  passage absent  other subject  (shares declined)\n",
  );
  const rows: Row[] = [];
  for (const passages of sizes)
    for (const set of sets) {
      const row = await measure(set, questionsOfOthers(set, sets), passages);
      rows.push(row);
      process.stdout.write(
        `${row.set.padEnd(16)}  ${String(passages).padStart(8)}  ${String(row.answerableQuestions).padStart(9)}  ${shown(row.declinedAnswerable, 10)}  ${shown(row.declinedWithoutPassage, 14)}  ${shown(row.declinedOtherSubject, 13)}\n`,
      );
    }
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

async function measure(set: QuestionSet, foreign: string[], passages: number): Promise<Row> {
  const questions = set.questions.filter(({ answerable }) => answerable !== false);
  const answerable: number[] = [];
  const absent: number[] = [];
  const other: number[] = [];
  const pick = <T>(from: T[], theme: number, n: number) => from[(theme * 7919 + n * 104_729) % from.length];
  for (const [theme, documents] of themesOf(set, passages).entries()) {
    const figures = figuresFrom({ documents, encoder: null });
    const ids = new Set(documents.flatMap((document) => document.ids));
    const isHeld = ({ id }: { id: string }) => [...(set.gold.get(id) ?? [])].some((entry) => ids.has(entry));
    answerable.push(...(await figures(questions.filter(isHeld).map(({ text }) => text))));
    for (let n = 0; n < strangers; n++) {
      const own = pick(questions, theme, n);
      if (own !== undefined && !isHeld(own)) absent.push(...(await figures([own.text])));
      const strange = pick(foreign, theme, n);
      if (strange !== undefined) other.push(...(await figures([strange])));
    }
  }
  return {
    set: set.name,
    engine: "footnote",
    passages,
    answerableQuestions: answerable.length,
    declinedAnswerable: shareBelow(answerable, 1),
    declinedWithoutPassage: shareBelow(absent, 1),
    declinedOtherSubject: shareBelow(other, 1),
  };
}

/** Neighboring passages as separate themes; shorter documents (abstracts) share one. */
function themesOf(set: QuestionSet, size: number): SetDocument[][] {
  const themes: { documents: SetDocument[]; passages: number }[] = [];
  for (const { title, passages, ids } of documentsOf(set.corpus))
    for (let at = 0; at < passages.length; at += size) {
      const part = { title, passages: passages.slice(at, at + size), ids: ids.slice(at, at + size) };
      const last = themes.at(-1);
      if (last !== undefined && passages.length < size && last.passages + part.passages.length <= size) {
        last.documents.push(part);
        last.passages += part.passages.length;
      } else themes.push({ documents: [part], passages: part.passages.length });
    }
  const whole = themes.filter(({ passages }) => passages > size / 2);
  const step = Math.ceil(whole.length / mostThemes);
  return whole.filter((_, index) => index % step === 0).map(({ documents }) => documents);
}
