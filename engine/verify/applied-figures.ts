import { numbersOf } from "#engine/text/numbers.ts";

/** More figures than these are a table's, and something of theirs fits any result. */
const mostFigures = 40;

/**
 * Figures of a sentence that its source lacks because they are the asker's own, or one step of arithmetic away from one of
 * these and a figure of the source: 'you have 3 more years' by a rule of 10 years, asked 7 years on.
 */
export function appliedFigures(claim: string, source: string, question: string): ReadonlySet<string> {
  const held = new Set(numbersOf(source));
  const asked = numbersOf(question);
  const rules = [...held].slice(0, mostFigures).map(Number);
  const own = new Set(asked);
  const isDerived = (number: string) =>
    asked.some((figure) => rules.some((rule) => resultsOf(Number(figure), rule).has(round(Number(number)))));
  return new Set(
    numbersOf(claim).filter((number) => !held.has(number) && (own.has(number) || isDerived(number))),
  );
}

function resultsOf(one: number, other: number): Set<number> {
  const ratio = other === 0 || one === 0 ? [] : [one / other, other / one];
  return new Set(
    [
      one + other,
      Math.abs(one - other),
      one * other,
      (one * other) / 100,
      one - (one * other) / 100,
      ...ratio,
    ].map(round),
  );
}

const round = (value: number) => Math.round(value * 100) / 100;
