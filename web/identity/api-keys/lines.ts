/** What a person wrote one below the other, or with commas. */
export const linesOf = (written: string): string[] => written.split(/[\s,;]+/).filter(Boolean);

/** The sentence about a list or the first of its entries that was refused. */
export function problemOf(problems: Record<string, string>, list: string): string | undefined {
  return problems[list] ?? Object.entries(problems).find(([name]) => name.startsWith(`${list}.`))?.[1];
}

/** The end of a day, in the person's time zone; null for no day. */
export const endOf = (day: string): string | null =>
  day === "" ? null : new Date(`${day}T23:59:59`).toISOString();
