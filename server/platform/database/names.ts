import { sql, type RawBuilder } from "kysely";

/**
 * Sorts a text as people look names up: 'alpha', 'Branch 2', 'Branch 10', 'Évora', not capitals first, accents last and
 * digits as characters (collation `names`: ICU's root order, numbers by value). Texts that differ in a byte are never equal.
 */
export function inNameOrder(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(${text}) collate names`;
}

// English uses ICU's root order unchanged
const { compare } = new Intl.Collator("en", { numeric: true });

/** The same order, for rows combined from several queries. */
export function compareNames(one: string, other: string): number {
  return compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}
