import { sql } from "kysely";
import { answeringVersions, currentVersions } from "#server/knowledge/documents/shared-store.ts";
import type { UnitVectors } from "#engine/index/unit-vectors.ts";
import { packVectors } from "#engine/index/vectors.ts";
import type { Context } from "#server/kernel/context.ts";
import { touchContents } from "#server/knowledge/themes/shared-store.ts";

type Version = { companyId: number; versionId: number };

/** A version's passages without a vector, in order, and how many before them have one. */
export type Part = {
  /** The reading of the version that they belong to. */
  revision: number | undefined;
  kept: number;
  passages: { ordinal: number; text: string; section: string }[];
  isLast: boolean;
};

/** The next passages of an existing version without vectors from the encoder; null if there are none. */
export async function nextPart(
  ctx: Context,
  versionId: number,
  encoder: string,
  limit: number,
): Promise<Part | null> {
  const revision = await revisionOf(ctx, versionId);
  const version = await ctx.db
    .selectFrom("document_versions as v")
    .innerJoin("documents as d", (join) =>
      join.onRef("d.company_id", "=", "v.company_id").onRef("d.id", "=", "v.document_id"),
    )
    .leftJoin("vectors as x", (join) =>
      join
        .onRef("x.company_id", "=", "v.company_id")
        .onRef("x.version_id", "=", "v.id")
        .on("x.model", "=", encoder),
    )
    .select(["x.is_whole", sql<number | null>`octet_length(x.bytes) / (4 * x.dimensions)`.as("kept")])
    .where("v.id", "=", versionId)
    .where("v.status", "=", "ready")
    .where("d.deleted_at", "is", null)
    .executeTakeFirst();
  if (version === undefined || version.is_whole === true) return null;
  const kept = version.kept ?? 0;
  const rows = await ctx.db
    .selectFrom("passages")
    .select(["ordinal", "text", "section"])
    .where("version_id", "=", versionId)
    .orderBy("ordinal")
    .offset(kept)
    .limit(limit + 1)
    .execute();
  if (rows.length === 0) return null;
  return { revision, kept, passages: rows.slice(0, limit), isLast: rows.length <= limit };
}

/** The vectors of a part's passages, and of the units of each unless these are too dear. */
export type PartVectors = { vectors: readonly Float32Array[]; units: readonly UnitVectors[] | null };

/**
 * Appends a part's vectors. `more`: passages are left. `lost`: the version was reread, or another job was faster, and
 * these vectors belong to other passages; a job for the right ones is on its way.
 */
export async function keepPart(
  ctx: Context,
  { companyId, versionId }: Version,
  encoder: string,
  part: Part,
  { vectors, units }: PartVectors,
): Promise<"more" | "whole" | "lost"> {
  if ((await revisionOf(ctx, versionId)) !== part.revision) return "lost";
  const key = { company_id: companyId, version_id: versionId, model: encoder };
  const dimensions = vectors[0]?.length ?? 0;
  const bytes = packVectors(vectors);
  if (part.kept === 0) {
    const { numInsertedOrUpdatedRows } = await ctx.db
      .insertInto("vectors")
      .values({ ...key, dimensions, bytes, is_whole: part.isLast, digest: sql`sha256(${bytes})` })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return "lost";
  } else {
    const { numUpdatedRows } = await ctx.db
      .updateTable("vectors")
      .set({
        bytes: sql`bytes || ${bytes}`,
        digest: sql`sha256(bytes || ${bytes})`,
        is_whole: part.isLast,
      })
      .where("company_id", "=", companyId)
      .where("version_id", "=", versionId)
      .where("model", "=", encoder)
      .where("dimensions", "=", dimensions)
      .where(sql<number>`octet_length(bytes)`, "=", part.kept * 4 * dimensions)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) {
      // the endpoint now returns vectors of another length under the same name: start over
      await ctx.db
        .deleteFrom("vectors")
        .where("version_id", "=", versionId)
        .where("model", "=", encoder)
        .where("dimensions", "!=", dimensions)
        .execute();
      return "lost";
    }
  }
  if (units !== null) await keepUnits(ctx, { companyId, versionId }, encoder, part, units);
  if (!part.isLast) return "more";
  await ctx.db
    .deleteFrom("vectors")
    .where("version_id", "=", versionId)
    .where("model", "!=", encoder)
    .execute();
  await touchTheme(ctx, versionId);
  return "whole";
}

async function keepUnits(
  ctx: Context,
  { companyId, versionId }: Version,
  encoder: string,
  { passages }: Part,
  units: readonly UnitVectors[],
): Promise<void> {
  const rows = passages.flatMap(({ ordinal }, index) => {
    const { spans, bytes } = units[index] ?? { spans: [], bytes: new Uint8Array() };
    const key = { company_id: companyId, version_id: versionId, ordinal };
    return spans.length === 0 ? [] : [{ ...key, model: encoder, spans, bytes: Buffer.from(bytes) }];
  });
  if (rows.length === 0) return;
  await ctx.db
    .insertInto("unit_vectors")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["company_id", "version_id", "ordinal"]).doUpdateSet((eb) => ({
        model: eb.ref("excluded.model"),
        spans: eb.ref("excluded.spans"),
        bytes: eb.ref("excluded.bytes"),
      })),
    )
    .execute();
}

/**
 * Versions that answer, or will once signed, without a full set of vectors from the encoder: new, left over from a
 * failure or restart, or with an earlier encoder's.
 */
export function listUnencoded(
  ctx: Context,
  encoder: string,
  limit: number,
): Promise<{ company_id: number; id: number }[]> {
  return ctx.db
    .selectFrom("document_versions as v")
    .select(["v.company_id", "v.id"])
    .where("v.status", "=", "ready")
    .where((eb) =>
      eb.or([
        eb("v.id", "in", currentVersions(ctx.db).select("v.id")),
        eb("v.id", "in", answeringVersions(ctx.db).select("v.id")),
      ]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("vectors as x")
            .select("x.version_id")
            .whereRef("x.version_id", "=", "v.id")
            .where("x.model", "=", encoder)
            .where("x.is_whole", "=", true),
        ),
      ),
    )
    .orderBy("v.id")
    .limit(limit)
    .execute();
}

/** The reading of the version that its passages belong to; locked until the transaction ends. */
async function revisionOf(ctx: Context, versionId: number): Promise<number | undefined> {
  const segment = await ctx.db
    .selectFrom("segments")
    .select("revision")
    .where("version_id", "=", versionId)
    .forShare()
    .executeTakeFirst();
  return segment?.revision;
}

/** The content that a question can find has changed. */
async function touchTheme(ctx: Context, versionId: number): Promise<void> {
  const theme = await ctx.db
    .selectFrom("document_versions as v")
    .innerJoin("documents as d", (join) =>
      join.onRef("d.company_id", "=", "v.company_id").onRef("d.id", "=", "v.document_id"),
    )
    .select(["d.company_id", "d.theme_id"])
    .where("v.id", "=", versionId)
    .executeTakeFirstOrThrow();
  await touchContents(ctx, { company_id: theme.company_id, id: theme.theme_id });
}
