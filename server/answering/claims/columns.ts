import { termsOf } from "#server/retrieval/analyze.ts";
import { cellsOf } from "../rows.ts";
import { numbersOf } from "./numbers.ts";

/**
 * Whether a number of `claim` stands in a table's row under other columns than those that the claim names best: last
 * year's figure for this year's. `columns` has a name for each cell of the row, or is empty.
 */
export function isOfAnotherColumn(claim: string, row: string, columns: string[]): boolean {
  const said = termsOf(claim);
  const shares = columns.slice(1).map((name) => shareOf(termsOf(name), said));
  const most = Math.max(0, ...shares);
  if (most === 0) return false;
  const figures = cellsOf(row).slice(1).map(numbersOf);
  return numbersOf(claim).some((number) => {
    const places = figures.flatMap((numbers, place) => (numbers.includes(number) ? [place] : []));
    return places.length > 0 && !places.some((place) => shares[place] === most);
  });
}

function shareOf(name: Set<string>, said: Set<string>): number {
  return [...name].filter((term) => said.has(term)).length / Math.max(1, name.size);
}
