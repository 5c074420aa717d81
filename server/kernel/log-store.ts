import { sql } from "kysely";
import type { Context } from "./context.ts";
import { folded, type Range } from "#server/platform/log/merkle.ts";
import { hashOf, rowsFor, storedLevels, type Row } from "#server/platform/log/tree.ts";

type Log = { stream: number; company_id: number | null };

/** Stores the subtrees completed by the log's growth over [from, to). */
export async function completeNodes(ctx: Context, log: Log, { from, to }: Range): Promise<void> {
  for (const level of storedLevels) {
    const width = 2 ** level;
    const first = Math.floor(from / width);
    const last = Math.floor(to / width);
    if (first === last) return;
    const below = 2 ** 8;
    const row = { level: level - 8, from: first * below, to: last * below };
    const hashes = (await readRows(ctx, log.stream, [row])).map(({ hash }) => hash);
    await ctx.db
      .insertInto("record_nodes")
      .values(
        Array.from({ length: last - first }, (_, n) => ({
          ...log,
          level,
          place: first + n,
          hash: folded(hashes.slice(n * below, (n + 1) * below)),
        })),
      )
      .execute();
  }
}

/**
 * The hashes of ranges of a log, from stored hashes.
 * @throws MissingHashError
 */
export async function hashesOf(ctx: Context, stream: number, ranges: Range[]): Promise<Buffer[]> {
  const stored = new Map(
    (await readRows(ctx, stream, rowsFor(ranges))).map(({ level, place, hash }) => [
      `${level}/${place}`,
      hash,
    ]),
  );
  return ranges.map((range) => hashOf(range, (level, index) => stored.get(`${level}/${index}`)));
}

export async function rootOf(ctx: Context, stream: number, size: number): Promise<Buffer> {
  const [root] = await hashesOf(ctx, stream, [{ from: 0, to: size }]);
  if (root === undefined) throw new Error("a tree has a root");
  return root;
}

/** The number of events in a log. */
export async function sizeOf(ctx: Context, stream: number): Promise<number> {
  const row = await ctx.db
    .selectFrom("record_sizes")
    .select("seq")
    .where("stream", "=", stream)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

async function readRows(
  ctx: Context,
  stream: number,
  rows: Row[],
): Promise<{ level: number; place: number; hash: Buffer }[]> {
  if (rows.length === 0) return [];
  const { rows: found } = await sql<{ level: number; place: number; hash: Buffer }>`
    with wanted as (
      select * from unnest(${rows.map(({ level }) => level)}::int[], ${rows.map(({ from }) => from)}::bigint[],
                           ${rows.map(({ to }) => to)}::bigint[]) r(level, "from", "to"))
    select 0 as level, e.seq - 1 as place, e.leaf as hash from wanted w
      join audit_events e on e.stream = ${stream} and e.seq > w."from" and e.seq <= w."to" where w.level = 0
    union all
    select n.level, n.place, n.hash from wanted w
      join record_nodes n on n.stream = ${stream} and n.level = w.level and n.place >= w."from" and n.place < w."to"
      where w.level > 0
    order by level, place`.execute(ctx.db);
  return found;
}
