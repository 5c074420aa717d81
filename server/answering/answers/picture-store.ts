import { createHash } from "node:crypto";
import type { Context } from "#server/kernel/context.ts";
import { getRatable } from "./store.ts";

/** A cited page, and the stored picture of its words. */
export type CitedPage = {
  company_id: number;
  version_id: number;
  page_index: number;
  quote: string;
  answering: unknown;
  file_type: string;
  file_key: string;
};

/**
 * The page that a mark of an answer points to; null if no source has the mark.
 * @throws AppError not_found for an answer that the caller may not see
 */
export async function findCitedPage(
  ctx: Context,
  interactionId: number,
  marker: number,
): Promise<CitedPage | null> {
  const interaction = await getRatable(ctx, interactionId);
  const row = await ctx.db
    .selectFrom("interaction_sources as s")
    .innerJoin("document_versions as v", (join) =>
      join.onRef("v.company_id", "=", "s.company_id").onRef("v.id", "=", "s.version_id"),
    )
    .select([
      "s.company_id",
      "s.version_id",
      "s.page_index",
      "s.quote",
      "s.answering",
      "v.file_type",
      "v.file_key",
    ])
    .where("s.company_id", "=", interaction.company_id)
    .where("s.interaction_id", "=", interaction.id)
    .where("s.marker", "=", marker)
    .executeTakeFirst();
  return row ?? null;
}

const hashOf = (words: string) => createHash("sha256").update(words).digest();

/** The stored picture, with `null` as its key if none can be drawn; undefined before the first attempt. */
export async function findPicture(
  ctx: Context,
  page: CitedPage,
  words: string,
): Promise<{ file_key: string | null } | undefined> {
  return ctx.db
    .selectFrom("citation_pictures")
    .select("file_key")
    .where("company_id", "=", page.company_id)
    .where("version_id", "=", page.version_id)
    .where("page_index", "=", page.page_index)
    .where("words_hash", "=", hashOf(words))
    .executeTakeFirst();
}

/** Stores a picture; keeps the first of two concurrent drawings. */
export async function insertPicture(
  ctx: Context,
  page: CitedPage,
  words: string,
  fileKey: string | null,
): Promise<void> {
  await ctx.db
    .insertInto("citation_pictures")
    .values({
      company_id: page.company_id,
      version_id: page.version_id,
      page_index: page.page_index,
      words_hash: hashOf(words),
      file_key: fileKey,
      created_at: ctx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
