import { writeFileSync } from "node:fs";
import { isAnswered } from "#engine/quote/extractive.ts";
import type { BenchOptions } from "../options.ts";
import { askerOver, openCorpus } from "./retrieval/asker.ts";
import { figuresOf } from "./retrieval/metrics.ts";
import { findSets, type QuestionSet, readSet } from "./retrieval/question-set.ts";
import { seenPhrasings, otherPhrasings, type Phrasing } from "./retrieval/phrasings.ts";

type Row = { set: string; phrasings: string; recall10: number; declined: number; worstDeclined: number };

const DEPTH = 10;
/** Per set, so that two dozen phrasings take minutes. */
const QUESTIONS = 300;

/** Asks the sets' questions as people speak: with greetings, apologies, thanks and background. */
export async function run({ data, json }: BenchOptions): Promise<void> {
  const rows: Row[] = [];
  process.stdout.write("| set | phrasing | Recall@10 | declined | declined in the worst phrasing |\n");
  process.stdout.write(`|${" --- |".repeat(5)}\n`);
  for (const set of findSets(data).map(readSet)) {
    for (const row of await measure(set)) {
      rows.push(row);
      const shares = [row.recall10, row.declined, row.worstDeclined].map((share) => share.toFixed(3));
      process.stdout.write(`| ${row.set} | ${row.phrasings} | ${shares.join(" | ")} |\n`);
    }
  }
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

async function measure({ name, corpus, questions, gold }: QuestionSet): Promise<Row[]> {
  const search = askerOver(await openCorpus({ name, corpus }));
  const asked = questions.slice(0, QUESTIONS);

  async function ask(phrasing: Phrasing) {
    let [recall, declined] = [0, 0];
    for (const { id, text } of asked) {
      const found = await search(phrasing(text), DEPTH);
      recall += figuresOf(found.ids, gold.get(id) ?? new Set()).recallAt10;
      if (!isAnswered(phrasing(text), found)) declined++;
    }
    return { recall: recall / asked.length, declined: declined / asked.length };
  }

  const mean = (figures: number[]) => figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
  const groups: [string, Phrasing[]][] = [
    ["as it is", [(question) => question]],
    ["in lower case", [(question) => question.toLowerCase()]],
    ["nine phrasings used to develop the rules", seenPhrasings],
    ["ten others", otherPhrasings],
  ];
  const rows: Row[] = [];
  for (const [phrasings, list] of groups) {
    const results = [];
    for (const phrasing of list) results.push(await ask(phrasing));
    rows.push({
      set: name,
      phrasings,
      recall10: mean(results.map(({ recall }) => recall)),
      declined: mean(results.map(({ declined }) => declined)),
      worstDeclined: Math.max(...results.map(({ declined }) => declined)),
    });
  }
  return rows;
}
