import { writeFileSync } from "node:fs";
import { isAnswered } from "#engine/quote/extractive.ts";
import { analyze } from "#engine/text/analyze.ts";
import { randomFrom } from "#seed/demo/random.ts";
import type { BenchOptions } from "../options.ts";
import { askerOver, openCorpus } from "./retrieval/asker.ts";
import { figuresOf } from "./retrieval/metrics.ts";
import { findSets, type QuestionSet, readSet } from "./retrieval/question-set.ts";
import { slipIn, type Slip } from "./retrieval/slip-in.ts";

type Row = {
  set: string;
  asked: number;
  /** Words of each question with a typing error of one letter. */
  slips: number;
  recall10: number;
  declined: number;
  /** Of all errors, the corrected ones; of these, those with the intended word. */
  read: number;
  rightly: number;
  /** Correct words that were changed. */
  wronglyRead: number;
};

const DEPTH = 10;

/** Asks every set's questions verbatim and with typing errors in one and two words, the same ones in every run. */
export async function run({ data, json }: BenchOptions): Promise<void> {
  const rows: Row[] = [];
  process.stdout.write(
    "| set | asked | words with an error | Recall@10 | declined | errors corrected | correctly | other words changed |\n",
  );
  process.stdout.write(`|${" --- |".repeat(8)}\n`);
  for (const set of findSets(data).map(readSet)) {
    for (const row of await measure(set)) {
      rows.push(row);
      const { recall10, declined, read, rightly } = row;
      const shares = [recall10, declined, read, rightly].map((share) => share.toFixed(3));
      process.stdout.write(
        `| ${row.set} | ${row.asked} | ${row.slips} | ${shares.join(" | ")} | ${row.wronglyRead} |\n`,
      );
    }
  }
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

async function measure({ name, corpus, questions, gold }: QuestionSet): Promise<Row[]> {
  const ask = askerOver(await openCorpus({ name, corpus }));
  const rows: Row[] = [];
  for (const slips of [0, 1, 2]) {
    const random = randomFrom(slips);
    const made: Slip[] = [];
    let [recall, declined, read, rightly, wronglyRead] = [0, 0, 0, 0, 0];
    for (const { id, text } of questions) {
      const asked = slipIn(text, slips, random);
      made.push(...asked.slips);
      const found = await ask(asked.text, DEPTH);
      recall += figuresOf(found.ids, gold.get(id) ?? new Set()).recallAt10;
      if (!isAnswered(asked.text, found)) declined++;
      for (const word of found.readAs) {
        const meant = asked.slips.find(({ typed }) => typed === word.typed)?.meant;
        if (meant === undefined) wronglyRead++;
        else read++;
        if (meant !== undefined && analyze(meant).join(" ") === analyze(word.read).join(" ")) rightly++;
      }
    }
    rows.push({
      set: name,
      asked: questions.length,
      slips,
      recall10: recall / questions.length,
      declined: declined / questions.length,
      read: read / Math.max(1, made.length),
      rightly: rightly / Math.max(1, read),
      wronglyRead,
    });
  }
  return rows;
}
