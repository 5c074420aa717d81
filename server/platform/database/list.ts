import { sql, type RawBuilder, type SelectQueryBuilder } from "kysely";
import { AppError } from "#server/platform/errors.ts";

/** The parameters of a list that can grow (contract/kernel/values.ts, ListQuery). */
export type ListRequest = { page?: number; pageSize?: number; sort?: string; search?: string };

/** Without a page the plain list returns at most this many rows, newest first (docs/specification/conventions.md). */
const plainLimit = 1000;

/**
 * Runs a list query for one page (with the total) or plain. `columns` are the names a caller may sort by.
 * @throws AppError invalid for an unknown column
 */
export async function pageOf<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  request: ListRequest,
  columns: Record<string, RawBuilder<unknown>>,
  order: RawBuilder<unknown>,
): Promise<{ rows: Row[]; total: number }> {
  const sorted = query.orderBy(orderOf(request.sort, columns, order));
  if (request.page === undefined) {
    const rows = await sorted.limit(plainLimit).execute();
    return { rows, total: rows.length < plainLimit ? rows.length : await countOf(query) };
  }
  const size = request.pageSize ?? 10;
  const rows = await sorted
    .limit(size)
    .offset((request.page - 1) * size)
    .execute();
  return { rows, total: await countOf(query) };
}

async function countOf<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
): Promise<number> {
  const counted = await query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)`.as("total"))
    .executeTakeFirstOrThrow();
  return (counted as { total: number }).total;
}

function orderOf(
  sort: string | undefined,
  columns: Record<string, RawBuilder<unknown>>,
  order: RawBuilder<unknown>,
) {
  if (sort === undefined || sort === "") return order;
  const descending = sort.startsWith("-");
  const column = Object.hasOwn(columns, sort.replace(/^-/, "")) ? columns[sort.replace(/^-/, "")] : undefined;
  if (column === undefined)
    throw new AppError("invalid", `A list cannot be sorted by '${sort}'.`, {
      fields: { sort: "Unknown column." },
    });
  return descending ? sql`${column} desc nulls last, ${order}` : sql`${column} asc nulls last, ${order}`;
}

/**
 * Rows whose name or further text holds every word of the search; matches in the name come first. All rows without a
 * search.
 */
export function searched<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  search: string | undefined,
  name: RawBuilder<unknown>,
  further: RawBuilder<unknown>,
): SelectQueryBuilder<DB, Tables, Row> {
  if (!search) return query;
  return query
    .where(holdsWords(sql`(${name} || ' ' || ${further})`, search))
    .orderBy(holdsWords(name, search), "desc");
}

/** Whether the text contains every typed word, in any order. */
export function holdsWords(text: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  const patterns = search.split(/\s+/).map(searchPattern);
  return sql<boolean>`(${text}) collate names ilike all (${patterns}::text[])`;
}

/**
 * Whether the text holds the typed text, in whatever case. A database with the locale C folds ASCII only, so the collation
 * is ours.
 */
export function holdsText(text: RawBuilder<unknown>, typed: string): RawBuilder<boolean> {
  return sql<boolean>`(${text}) collate names ilike ${searchPattern(typed)}`;
}

/** A typed text as an ILIKE pattern without wildcards. */
function searchPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
