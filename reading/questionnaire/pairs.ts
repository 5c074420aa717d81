import type { Grid } from "#reading/extract/sheet/grid.ts";
import { answerWords, asks, questionWords, wordsOf } from "./words.ts";

/** Below a label of a question stands that of its answer, and both texts beside them in the same column. */
export type Pair = { row: number; column: number; text: string };

/** Questions in rows: `Question 1 | Is it safe?` above `Answer | …`. */
export function pairsIn(cells: Grid): Pair[] {
  const pairs: Pair[] = [];
  for (const [row, own] of cells) {
    const below = cells.get(row + 1);
    for (const [label, title] of own) {
      if (!isLabel(title, questionWords) || !isLabel(below?.get(label) ?? "", answerWords)) continue;
      const column = Math.min(...[...own.keys()].filter((one) => one > label));
      const text = own.get(column) ?? "";
      if (asks(text) || wordsOf(text).length >= 3) pairs.push({ row, column, text });
      break;
    }
  }
  return pairs.filter(({ column }) => column === pairs[0]?.column);
}

/** One word, and perhaps a number. */
const isLabel = (text: string, words: ReadonlySet<string>): boolean => {
  const [own = "", ...more] = wordsOf(text).filter((word) => !/^\d+$/.test(word));
  return more.length === 0 && words.has(own);
};
