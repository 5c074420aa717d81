/** Facts on one line, without the empty ones: 'PDF · 18 KB · version 1'. A line never begins with the separator. */
export function joinFacts(facts: readonly (string | null | undefined)[]): string {
  return facts.filter(Boolean).join("\u00a0· ");
}
