import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/**
 * A text in the order in which people look names up: 'alpha', 'Branch 2', 'Branch 10', 'Évora', and not capitals first,
 * accents last and digits as signs (migration 0015: ICU's root order, numbers by value). Texts that differ in a byte never
 * count as equal.
 */
export function inNameOrder(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(${text}) collate names`;
}

// English keeps ICU's root order as it is
const { compare } = new Intl.Collator("en", { numeric: true });

/** The same order, for rows that are put together from several queries. */
export function compareNames(one: string, other: string): number {
  return compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}
