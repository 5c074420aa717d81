import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { answeringVersions, areUndamaged, vectorsDigest } from "#server/knowledge/documents/shared-store.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { IndexRow } from "#server/knowledge/opensearch/shared-store.ts";
import { formOfRecords } from "#server/knowledge/opensearch/records.ts";

/** A further index, to be filled; its name ends with its number. */
export async function addIndex(ctx: Context, prefix: string): Promise<IndexRow> {
  const row = await ctx.db
    .insertInto("search_indexes")
    .values({ prefix, form: formOfRecords, state: "filling", since: ctx.now })
    .returning(["id", "name"])
    .executeTakeFirstOrThrow();
  return { ...row, state: "filling", findsVectors: false };
}

export async function letFindVectors(ctx: Context, id: number): Promise<void> {
  await ctx.db.updateTable("search_indexes").set({ finds_vectors: true }).where("id", "=", id).execute();
}

export async function removeIndex(ctx: Context, id: number): Promise<void> {
  await ctx.db.deleteFrom("search_indexes").where("id", "=", id).execute();
}

/** From now on the filled index answers. @returns the names of those that it replaces */
export async function letAnswer(ctx: Context, prefix: string, id: number): Promise<string[]> {
  const replaced = await ctx.db
    .deleteFrom("search_indexes")
    .where("prefix", "=", prefix)
    .where("form", "=", formOfRecords)
    .where("id", "!=", id)
    .returning("name")
    .execute();
  await ctx.db
    .updateTable("search_indexes")
    .set({ state: "answering", since: ctx.now })
    .where("id", "=", id)
    .execute();
  return replaced.map(({ name }) => name);
}

/**
 * Forgets the indexes of earlier programs, once this one's has answered for a day: until then, one may still run beside it.
 * @returns their names
 */
export async function removeEarlier(ctx: Context, prefix: string): Promise<string[]> {
  const dayAgo = new Date(ctx.now.getTime() - 86_400_000);
  const rows = await ctx.db
    .selectFrom("search_indexes")
    .select(["id", "name", "form", "state", "since"])
    .where("prefix", "=", prefix)
    .execute();
  const isSettled = rows.some(
    ({ form, state, since }) => form === formOfRecords && state === "answering" && since < dayAgo,
  );
  const earlier = isSettled ? rows.filter(({ form }) => isEarlier(form, formOfRecords)) : [];
  for (const { id } of earlier) await removeIndex(ctx, id);
  return earlier.map(({ name }) => name);
}

/** Of this program and of others that run beside it. */
export async function namesOfAllForms(ctx: Context, prefix: string): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom("search_indexes")
    .select("name")
    .where("prefix", "=", prefix)
    .execute();
  return new Set(rows.map(({ name }) => name));
}

function isEarlier(form: string, other: string): boolean {
  const [[segment = 0, records = 0], [ofOther = 0, recordsOfOther = 0]] = [form, other].map((text) =>
    text.split(".").map(Number),
  ) as [number[], number[]];
  return segment < ofOther || (segment === ofOther && records < recordsOfOther);
}

/** Versions that answer (v), with their segments (s), what the index has of them (u), and their vectors (x) if it finds these. */
function answeringIn(db: Database, index: number) {
  return answeringVersions(db)
    .innerJoin("segments as s", (join) =>
      join.onRef("s.company_id", "=", "v.company_id").onRef("s.version_id", "=", "v.id"),
    )
    .innerJoin("search_indexes as i", (join) => join.on("i.id", "=", index))
    .leftJoin("vectors as x", (join) =>
      join
        .onRef("x.company_id", "=", "v.company_id")
        .onRef("x.version_id", "=", "v.id")
        .on("x.is_whole", "=", true)
        .on("i.finds_vectors", "=", true),
    )
    .leftJoin("search_units as u", (join) =>
      join
        .onRef("u.company_id", "=", "v.company_id")
        .onRef("u.version_id", "=", "v.id")
        .on("u.index_id", "=", index),
    );
}

const isBehind = sql<boolean>`(u.is_written is not true or u.theme_id <> d.theme_id or u.revision <> s.revision
  or (x.version_id is not null and u.vectors is distinct from ${vectorsDigest}))`;

/** What an index has of versions that no longer answer. */
function leftovers(db: Database, index: number) {
  return db
    .selectFrom("search_units as u")
    .where("u.index_id", "=", index)
    .where((eb) =>
      eb.not(
        eb.exists(
          answeringVersions(db)
            .select("v.id")
            .whereRef("v.company_id", "=", sql.ref("u.company_id"))
            .whereRef("v.id", "=", sql.ref("u.version_id")),
        ),
      ),
    );
}

/** Versions of the caller's company that the index lacks, or has as they were before. */
export function listBehind(ctx: Context, index: number, limit: number): Promise<{ id: number }[]> {
  return answeringIn(ctx.db, index).select("v.id").where(isBehind).orderBy("v.id").limit(limit).execute();
}

export type Unit = { version_id: number; passages: number };

export function listLeftovers(ctx: Context, index: number, limit: number): Promise<Unit[]> {
  return leftovers(ctx.db, index).select(["u.version_id", "u.passages"]).limit(limit).execute();
}

/** Companies with work left in the index. */
export async function companiesBehind(ctx: Context, index: number): Promise<number[]> {
  const [behind, left] = await Promise.all([
    answeringIn(ctx.db, index).select("v.company_id").where(isBehind).groupBy("v.company_id").execute(),
    leftovers(ctx.db, index).select("u.company_id").groupBy("u.company_id").execute(),
  ]);
  return [...new Set([...behind, ...left].map(({ company_id }) => company_id))];
}

export type SearchCounts = {
  documents: number;
  indexed: number;
  /** Records that the index has at least, if nobody removed any. */
  records: number;
};

/** Of the versions that answer and that the caller reaches: how many there are, and what the index has of them. */
export async function countIndexed(ctx: Pick<Context, "db">, index: number): Promise<SearchCounts> {
  const row = await answeringIn(ctx.db, index)
    .select([
      sql<string>`count(*)`.as("documents"),
      sql<string>`count(*) filter (where not ${isBehind})`.as("indexed"),
      sql<string>`coalesce(sum(u.passages) filter (where u.is_written), 0)`.as("records"),
    ])
    .executeTakeFirstOrThrow();
  return { documents: Number(row.documents), indexed: Number(row.indexed), records: Number(row.records) };
}

/** One version as it answers now, with what the index may have of it; null if it no longer does. */
export async function readUnit(ctx: Context, index: number, versionId: number) {
  const row = await answeringIn(ctx.db, index)
    .select(["v.company_id", "d.theme_id", "s.revision", "s.bytes", "u.passages"])
    .select(["x.model", "x.dimensions", "x.bytes as vectors"])
    .select(sql<Buffer | null>`case when x.version_id is not null then ${vectorsDigest} end`.as("digest"))
    .select(areUndamaged.as("are_undamaged"))
    .where("v.id", "=", versionId)
    .executeTakeFirst();
  return row ?? null;
}

/** Before any of its records change: until `settleUnit`, no question relies on them. */
export async function openUnit(
  ctx: Context,
  index: number,
  unit: {
    version_id: number;
    theme_id: number;
    revision: number;
    passages: number;
    vectors: Buffer | null;
  },
): Promise<void> {
  if (ctx.company === null) throw new Error("units belong to a company");
  const { theme_id, revision, passages, vectors } = unit;
  await ctx.db
    .insertInto("search_units")
    .values({ ...unit, company_id: ctx.company, index_id: index, is_written: false })
    .onConflict((conflict) =>
      conflict
        .columns(["company_id", "index_id", "version_id"])
        .doUpdateSet({ theme_id, revision, passages, vectors, is_written: false }),
    )
    .execute();
}

/** Of versions that leave, or whose records are not all there: no question relies on their records from now on. */
export async function leaveUnits(ctx: Context, index: number, versions: number[]): Promise<void> {
  await ctx.db
    .updateTable("search_units")
    .set({ is_written: false })
    .where("index_id", "=", index)
    .where("version_id", "in", versions)
    .execute();
}

/** All records of these versions are there, no others of them, and can be found. */
export async function settleUnits(ctx: Context, index: number, units: Unit[]): Promise<void> {
  const versions = units.map(({ version_id }) => version_id);
  const passages = units.map((unit) => unit.passages);
  await sql`
    update search_units set is_written = true, passages = settled.passages
    from unnest(${versions}::int[], ${passages}::int[]) as settled (version_id, passages)
    where index_id = ${index} and search_units.version_id = settled.version_id`.execute(ctx.db);
}

/** Companies of which no record is being changed, with the number of their records. */
export async function restingCompanies(
  ctx: Context,
  index: number,
): Promise<{ companyId: number; records: number }[]> {
  const rows = await ctx.db
    .selectFrom("search_units")
    .select(["company_id", sql<string>`sum(passages)`.as("records")])
    .where("index_id", "=", index)
    .groupBy("company_id")
    .having(sql<boolean>`bool_and(is_written)`)
    .execute();
  return rows.map(({ company_id, records }) => ({ companyId: company_id, records: Number(records) }));
}

export function writtenUnits(ctx: Context, index: number): Promise<Unit[]> {
  return ctx.db
    .selectFrom("search_units")
    .select(["version_id", "passages"])
    .where("index_id", "=", index)
    .where("is_written", "=", true)
    .execute();
}

export async function removeUnits(ctx: Context, index: number, versions: number[]): Promise<void> {
  await ctx.db
    .deleteFrom("search_units")
    .where("index_id", "=", index)
    .where("version_id", "in", versions)
    .execute();
}

/** Whether no other job of the company writes records; the answer holds until the transaction ends. */
export async function isAlone(ctx: Context): Promise<boolean> {
  const { rows } = await sql<{ own: boolean }>`
    select pg_try_advisory_xact_lock(720_575, ${ctx.company ?? 0}) as own`.execute(ctx.db);
  return rows[0]?.own === true;
}
