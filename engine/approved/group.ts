import { askedThingsOf } from "./asked-things.ts";
import { askSame } from "./match.ts";

/** Positions of the questions that ask the same, in the order of their first. */
export function groupSame(questions: readonly string[]): number[][] {
  const byWords = new Map<string, number[][]>();
  const groups: number[][] = [];
  for (const [place, question] of questions.entries()) {
    // questions with the same answer have the same numbers and words
    const { numbers, words } = askedThingsOf(question);
    const key = [...numbers, ...words.map(({ family }) => family).toSorted()].join(" ");
    const near = byWords.get(key) ?? [];
    byWords.set(key, near);
    const group = near.find(([first]) => first !== undefined && askSame(question, questions[first] ?? ""));
    if (group !== undefined) {
      group.push(place);
      continue;
    }
    const own = [place];
    near.push(own);
    groups.push(own);
  }
  return groups;
}
