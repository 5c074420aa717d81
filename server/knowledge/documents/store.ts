import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { pageOf, holdsText } from "#server/platform/database/list.ts";
import type { ListRequest } from "#server/platform/database/list.ts";
import { inNameOrder } from "#server/platform/database/names.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import { selectDocuments } from "./shared-store.ts";
import type { DocumentRow } from "./shared-store.ts";

export function listDocuments(
  ctx: Context,
  theme: ThemeRow,
  request: ListRequest,
): Promise<{ rows: DocumentRow[]; total: number }> {
  let query = selectDocuments(ctx)
    .where("d.company_id", "=", theme.company_id)
    .where("d.theme_id", "=", theme.id);
  if (request.search) query = query.where(holdsText(sql`d.name`, request.search));
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

/** Serializes simultaneous uploads of the same bytes, and simultaneous replacements. */
export async function waitTurn(ctx: Context, theme: { company_id: number; id: number }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`documents ${theme.company_id} ${theme.id}`}, 0))`.execute(
    ctx.db,
  );
}

export async function insertDocument(
  ctx: Context,
  theme: Allowed<ThemeRow, "upload">,
  name: string,
): Promise<number> {
  const row = await ctx.db
    .insertInto("documents")
    .values({ company_id: theme.company_id, theme_id: theme.id, name, created_at: ctx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function renameDocument(
  ctx: Context,
  document: Allowed<DocumentRow, "replace">,
  name: string,
): Promise<void> {
  await ctx.db
    .updateTable("documents")
    .set({ name })
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
