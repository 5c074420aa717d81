/** A longer fact, such as a heading or a name, may break across lines. */
const mostUnbroken = 32;

/** Facts on one line, without the empty ones: 'PDF · 18 KB · version 1'. It breaks after a separator, not within short facts. */
export function joinFacts(facts: readonly (string | null | undefined)[]): string {
  return facts
    .filter((fact): fact is string => fact !== null && fact !== undefined && fact !== "")
    .map((fact) => (fact.length > mostUnbroken ? fact : fact.replaceAll(" ", "\u00a0")))
    .join("\u00a0· ");
}
