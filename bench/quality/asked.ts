import { dataAt } from "#testing/sets.ts";
import { writeFileSync } from "node:fs";
import type { BenchOptions } from "../options.ts";
import { startProduct } from "#testing/product.ts";
import {
  askOne,
  fileOf,
  isHeld,
  outcomes,
  readAskedSet,
  sumOf,
  uploadTheme,
  type AskedQuestion,
  type Outcomes,
} from "./asked-set.ts";

const halves = ["working", "held-out"];

/**
 * Asks the questions of a set verbatim: how often the right words are in the first quote or in a later one, and how often a
 * near miss is declined. One row per theme, and one per kind of question if the set names kinds.
 */
export async function askSet(folder: string, { data, json }: BenchOptions): Promise<void> {
  const set = readAskedSet(folder);
  const sets = Object.values(set.themes).flat().every(isHeld) ? "" : dataAt("", data);
  const answered: { half: string; question: AskedQuestion; counts: Outcomes }[] = [];
  const product = await startProduct();
  try {
    for (const [theme, places] of Object.entries(set.themes)) {
      const own = halves.flatMap((half) =>
        set
          .questions(half)
          .filter((question) => question.theme === theme)
          .map((question) => ({ half, question })),
      );
      const files = places.map((place) => fileOf(folder, sets, place));
      const id = await uploadTheme(
        product,
        theme,
        files,
        own.map(({ question }) => question),
      );
      for (const { half, question } of own)
        answered.push({ half, question, counts: await askOne(product, id, question) });
    }
  } finally {
    await product.stop();
  }
  const rows = rowsOf(answered);
  print("questions", "of", outcomes);
  for (const { questions, of, ...counts } of rows)
    print(
      questions,
      of,
      outcomes.map((outcome) => counts[outcome]),
    );
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

function rowsOf(answered: { half: string; question: AskedQuestion; counts: Outcomes }[]) {
  const groups = [
    ({ theme }: AskedQuestion) => theme,
    ({ kind }: AskedQuestion) => (kind === "any" ? null : kind),
    () => "all",
  ];
  return groups.flatMap((groupOf) =>
    [...new Set(answered.flatMap(({ question }) => groupOf(question) ?? []))].flatMap((of) =>
      halves.map((half) => ({
        questions: half,
        of,
        ...sumOf(
          answered
            .filter(({ half: own, question }) => own === half && groupOf(question) === of)
            .map(({ counts }) => counts),
        ),
      })),
    ),
  );
}

function print(questions: string, of: string, figures: readonly (string | number)[]): void {
  const cells = figures.map((figure, index) => String(figure).padStart((outcomes[index]?.length ?? 0) + 2));
  process.stdout.write(`${questions.padEnd(10)}${of.padEnd(28)}${cells.join("")}\n`);
}

export const run = (options: BenchOptions): Promise<void> => askSet("bench/quality/asked", options);
