import { termsOf } from "#engine/text/analyze.ts";
import { cellsOf } from "#engine/text/rows.ts";
import { numbersOf } from "#engine/text/numbers.ts";

/**
 * Whether a number of `claim` is in a table row under other columns than those that the claim names best, directly after
 * the number or anywhere: last year's figure for this year's. `columns` has a name for each cell of the row, or is empty.
 */
export function isOfAnotherColumn(claim: string, row: string, columns: string[]): boolean {
  const names = columns.slice(1).map((name) => termsOf(name));
  const figures = cellsOf(row).slice(1).map(numbersOf);
  const named = bestNamed(names, claim);
  return figuresOf(claim).some(({ number, behind }) => {
    const own = bestNamed(names, behind) ?? named;
    const places = figures.flatMap((numbers, index) => (numbers.includes(number) ? [index] : []));
    return own !== null && places.length > 0 && !places.some((place) => own.has(place));
  });
}

/** The columns with the largest share of their words among these; null if they name none. */
function bestNamed(names: Set<string>[], words: string): Set<number> | null {
  const said = termsOf(words);
  const shares = names.map(
    (name) => [...name].filter((term) => said.has(term)).length / Math.max(1, name.size),
  );
  const most = Math.max(0, ...shares);
  return most === 0 ? null : new Set(shares.flatMap((share, index) => (share === most ? [index] : [])));
}

/** '990 in 2024', '4 % on December 31, 2025': the time or place of a figure, up to the next clause. */
const whereabouts =
  /^(?:\s?(?:thousand|million|billion|trillion|percent|per cent|%))?\s+(?:in|for|during|as of|at|on|under)\s+((?:(?!\b(?:and|but|from|to|while|than)\b)(?:[^,;.]|,\s?(?=\d{4}))){1,40})/i;

function figuresOf(claim: string): { number: string; behind: string }[] {
  return [...claim.matchAll(/\d+(?:[.,]\d+)*/g)].flatMap(({ 0: written, index }) =>
    numbersOf(written).map((number) => ({
      number,
      behind: whereabouts.exec(claim.slice(index + written.length))?.[1] ?? "",
    })),
  );
}
