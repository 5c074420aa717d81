import { setAt } from "#testing/sets.ts";
import { expect, test } from "vitest";
import type { Engine } from "./engine.ts";
import { footnote } from "./footnote.ts";
import { figuresOf, meanFigures } from "./metrics.ts";
import { type QuestionSet, readSet } from "./question-set.ts";
import { textbookBm25 } from "./textbook-bm25.ts";

const folder = setAt("bench/pdpa", "the ranking of a data-protection act");

async function figures(set: QuestionSet, engine: Engine) {
  const all = [];
  for (const { id, text } of set.questions) {
    all.push(figuresOf(await engine.search(text, 10), set.gold.get(id) ?? new Set()));
  }
  return meanFigures(all);
}

test.skipIf(folder === null)(
  "the product ranks a data-protection act better than textbook BM25",
  async () => {
    const set = readSet(folder ?? "");
    const ours = await figures(set, footnote(set.corpus));
    const textbook = await figures(set, textbookBm25(set.corpus));
    expect(ours.recallAt10).toBeGreaterThan(textbook.recallAt10);
    expect(ours.ndcgAt10).toBeGreaterThan(textbook.ndcgAt10);
  },
);

test("a corpus entry is found under its own id", async () => {
  const entry = (id: string, text: string) => ({ id, doc: "d", title: "Handbook", text });
  const engine = footnote([entry("p-1", "Fees are due monthly."), entry("p-2", "Leave is granted yearly.")]);
  expect(await engine.search("When is leave granted?", 1)).toEqual(["p-2"]);
});
