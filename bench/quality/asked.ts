import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import type { BenchOptions } from "../options.ts";
import { linesOf, plain, textFileOf } from "../product/answer-set.ts";
import { startProduct } from "../product/product.ts";
import type { Product } from "../product/product.ts";

const shared = "../shared";
const own = "bench/quality/asked";

const Question = z.object({
  theme: z.string(),
  id: z.string(),
  text: z.string(),
  right: z.array(z.array(z.string())),
});
type Question = z.infer<typeof Question>;
type Answer = { outcome: string; citations: { quote: string }[] };

const outcomes = ["first", "among", "wrong", "declined", "nearMisses", "nearMissesDeclined"] as const;
type Counts = Record<(typeof outcomes)[number], number>;
type Row = { questions: string; theme: string } & Counts;

/**
 * Asks the questions of `bench/quality/asked` as they were written, of the documents in `--data` (../shared): how often the right
 * words stand in the first quote, or in a later one, and how often a near miss is declined.
 */
export async function run({ data = shared, json }: BenchOptions): Promise<void> {
  const themes = z
    .record(z.string(), z.array(z.string()))
    .parse(JSON.parse(readFileSync(join(own, "themes.json"), "utf8")));
  if (!existsSync(data)) throw new Error(`There is no folder ${data}. Name one with --data.`);
  const sets = ["working", "held-out"].map((name) => ({ name, questions: questionsOf(name) }));
  const rows: Row[] = [];
  print("questions", "theme", outcomes);
  const product = await startProduct();
  try {
    for (const [theme, paths] of Object.entries(themes)) {
      const id = await product.newTheme(theme);
      const { failed } = await product.upload(
        id,
        paths.map((path) => fileOf(data, path)),
      );
      if (failed.length > 0) throw new Error(`Documents were not read:\n${failed.join("\n")}`);
      for (const { name, questions } of sets) {
        const ofTheme = questions.filter((question) => question.theme === theme);
        const row = { questions: name, theme, ...(await ask(product, id, ofTheme)) };
        rows.push(row);
        print(
          name,
          theme,
          outcomes.map((outcome) => row[outcome]),
        );
      }
    }
  } finally {
    await product.stop();
  }
  for (const { name } of sets) {
    const all = rows.filter(({ questions }) => questions === name);
    const sums = outcomes.map((outcome) => all.reduce((sum, row) => sum + row[outcome], 0));
    print(name, "all", sums);
  }
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

async function ask(product: Product, themeId: number, questions: Question[]): Promise<Counts> {
  const counts = { first: 0, among: 0, wrong: 0, declined: 0, nearMisses: 0, nearMissesDeclined: 0 };
  for (const { id, text, right } of questions) {
    const { outcome, citations } = await product.call<Answer>("POST", "/api/chat", {
      themeId,
      userQuery: text,
      sessionId: id,
    });
    const isDeclined = outcome === "abstained";
    if (right.length === 0) {
      counts.nearMisses += 1;
      counts.nearMissesDeclined += isDeclined ? 1 : 0;
      continue;
    }
    const place = citations.findIndex(({ quote }) => right.some((words) => holdsAll(quote, words)));
    counts[isDeclined ? "declined" : place === 0 ? "first" : place > 0 ? "among" : "wrong"] += 1;
  }
  return counts;
}

function holdsAll(quote: string, words: string[]): boolean {
  const shown = ` ${plain(quote)} `;
  return words.every((part) => shown.includes(` ${plain(part)} `));
}

function questionsOf(name: string): Question[] {
  return linesOf(join(own, `${name}.jsonl`)).map((line) => Question.parse(line));
}

/** A file, or the entries of a corpus (`corpus.jsonl`, or one document of it behind `#`) as a text. */
function fileOf(data: string, place: string): { name: string; bytes: Uint8Array } {
  const [file = "", doc] = place.split("#");
  const path = join(data, file);
  if (!file.endsWith(".jsonl")) return { name: basename(file), bytes: readFileSync(path) };
  const entries = linesOf<{ title: string; text: string; doc: string }>(path).filter(
    (entry) => doc === undefined || entry.doc === doc,
  );
  return textFileOf(doc ?? entries[0]?.doc ?? "document", entries);
}

function print(questions: string, theme: string, figures: readonly (string | number)[]): void {
  const cells = figures.map((figure, place) => String(figure).padStart((outcomes[place]?.length ?? 0) + 2));
  process.stdout.write(`${questions.padEnd(10)}${theme.padEnd(28)}${cells.join("")}\n`);
}
