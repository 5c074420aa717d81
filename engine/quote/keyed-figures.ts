import { analyze, termsOf } from "#engine/text/analyze.ts";
import type { Language } from "#engine/text/language.ts";
import { cellsOf } from "#engine/text/rows.ts";
import type { AnsweringUnit, WeighedPassage } from "./answering-units.ts";

/** A figure of a question with the words beside it: 'Grade 40' is a grade. */
type KeyedFigure = { figure: string; beside: readonly string[] };

/** The figures of a question. */
export function keyedFiguresOf(question: string, language: Language): KeyedFigure[] {
  const terms = analyze(question, language);
  return terms.flatMap((figure, at) =>
    /^\d/.test(figure)
      ? { figure, beside: [terms[at - 1], terms[at + 1]].filter((term) => term !== undefined) }
      : [],
  );
}

/**
 * The unit without the question's figures that stand in other columns of its row than the question means: it means the
 * column, or the key, that has a word beside the figure; else the key, and the columns that it names.
 */
export function withoutOtherFigures<Unit extends AnsweringUnit<WeighedPassage>>(
  candidate: Unit,
  question: ReadonlySet<string>,
  figures: readonly KeyedFigure[],
  language: Language,
): Unit {
  const { unit, text, terms } = candidate;
  if (unit.kind !== "row" || !figures.some(({ figure }) => terms.has(figure))) return candidate;
  const cells = cellsOf(text).map((cell) => termsOf(cell, language));
  const names = unit.columns.map((name) => termsOf(name, language));
  if (names.length !== cells.length) return candidate;
  const others = figures.filter(({ figure, beside }) => {
    const places = cells.flatMap((cell, at) => (cell.has(figure) ? [at] : []));
    const [key] = cells;
    const meant = names.flatMap((name, at) =>
      beside.some((word) => name.has(word) || (at === 0 && key?.has(word) === true)) ? [at] : [],
    );
    const isNamed = (at: number) => [...(names[at] ?? [])].some((word) => question.has(word));
    return !places.some((at) => (meant.length > 0 ? meant.includes(at) : at === 0 || isNamed(at)));
  });
  if (others.length === 0) return candidate;
  return {
    ...candidate,
    terms: new Set([...terms].filter((term) => !others.some(({ figure }) => figure === term))),
  };
}
