import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/**
 * A text in the order in which people look names up: 'alpha', 'Évora', 'Zeta', and not capitals first and accents last.
 * ICU's root order is the same in every language and comes with every PostgreSQL since 10; texts that differ in a byte
 * never count as equal.
 */
export function inNameOrder(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(${text}) collate "und-x-icu"`;
}

// English keeps ICU's root order as it is
const { compare } = new Intl.Collator("en");

/** The same order, for rows that are put together from several queries. */
export function compareNames(one: string, other: string): number {
  return compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}
