/**
 * A policy with the given number of sections, each with a deadline and a fee of its own: the document for load tests.
 */
export function numberedPolicy(sections: number): string {
  return Array.from(
    { length: sections },
    (_, n) =>
      `${n + 1}. Product line ${n + 1}\n\nA customer may return products of line ${n + 1} within ${10 + n} days of delivery. The fee for line ${n + 1} is ${5 + n} dollars.\n`,
  ).join("\n");
}

/** A question that such a policy answers, about another of its sections for each number. */
export const questionOnLine = (n: number, sections: number): string =>
  `How many days to return products of line ${(n % sections) + 1}?`;
