import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { pageOf, holdsText, type ListRequest } from "#server/platform/database/list.ts";
import { inNameOrder } from "#server/platform/database/names.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import { selectDocuments, type DocumentRow } from "./shared-store.ts";

export type DocumentsRequest = ListRequest & { name?: string | undefined };

export function listDocuments(
  ctx: Context,
  theme: ThemeRow,
  request: DocumentsRequest,
): Promise<{ rows: DocumentRow[]; total: number }> {
  let query = selectDocuments(ctx)
    .where("d.company_id", "=", theme.company_id)
    .where("d.theme_id", "=", theme.id);
  if (request.search) query = query.where(holdsText(sql`d.name`, request.search));
  if (request.name !== undefined) query = query.where("d.name", "=", request.name);
  return pageOf(
    query,
    request,
    {
      name: inNameOrder(sql`d.name`),
      size: sql`newest.file_size`,
      createdAt: sql`d.created_at`,
      status: sql`newest.status`,
      pages: sql`newest.pages`,
    },
    sql`d.created_at desc, d.id desc`,
  );
}

/** The rest of a theme's documents below an id, the newest first; `externalId` narrows them to the one with that name. */
export function listBelow(
  ctx: Context,
  theme: ThemeRow,
  { cursor, externalId, limit }: { cursor?: number; externalId?: string; limit: number },
): Promise<DocumentRow[]> {
  let query = selectDocuments(ctx)
    .where("d.company_id", "=", theme.company_id)
    .where("d.theme_id", "=", theme.id);
  if (cursor !== undefined) query = query.where("d.id", "<", cursor);
  if (externalId !== undefined) query = query.where("d.external_id", "=", externalId);
  return query.orderBy("d.id", "desc").limit(limit).execute();
}

export async function findByExternalId(
  ctx: Context,
  theme: ThemeRow,
  externalId: string,
): Promise<DocumentRow | null> {
  const [found] = await listBelow(ctx, theme, { externalId, limit: 1 });
  return found ?? null;
}

/** How many the reply to an upload names. */
const mostNamesakes = 20;

/** Other documents of its theme with the document's name. */
export function listNamesakes(
  ctx: Context,
  { company_id, theme_id, name, id }: DocumentRow,
): Promise<{ id: number; externalId: string | null }[]> {
  return ctx.db
    .selectFrom("documents")
    .select(["id", "external_id as externalId"])
    .where("company_id", "=", company_id)
    .where("theme_id", "=", theme_id)
    .where("name", "=", name)
    .where("id", "<>", id)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .limit(mostNamesakes)
    .execute();
}

/** For people, and for the program that keeps the document. */
type Names = { name: string; external_id?: string | null };

/** Serializes simultaneous uploads of the same bytes, and simultaneous replacements. */
export async function waitTurn(ctx: Context, theme: { company_id: number; id: number }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`documents ${theme.company_id} ${theme.id}`}, 0))`.execute(
    ctx.db,
  );
}

export async function insertDocument(
  ctx: Context,
  theme: Allowed<ThemeRow, "upload"> | Allowed<ThemeRow, "put">,
  names: Names,
): Promise<number> {
  const row = await ctx.db
    .insertInto("documents")
    .values({ company_id: theme.company_id, theme_id: theme.id, ...names, created_at: ctx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function identifyDocument(
  ctx: Context,
  document: Allowed<DocumentRow, "replace">,
  names: Names,
): Promise<void> {
  await ctx.db
    .updateTable("documents")
    .set(names)
    .where("company_id", "=", document.company_id)
    .where("id", "=", document.id)
    .execute();
}

export async function removeDocument(ctx: Context, document: Allowed<DocumentRow, "delete">): Promise<void> {
  await ctx.db
    .updateTable("documents")
    .set({ deleted_at: ctx.now })
    .where("company_id", "=", document.company_id)
    .where("id", "=", document.id)
    .execute();
}
