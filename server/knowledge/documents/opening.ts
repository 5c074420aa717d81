import type { getOpening as contract } from "#contract/knowledge/documents.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";
import { newestDocuments } from "./opening-store.ts";

const named = 5;

/** A preview of a theme's documents before the first question. */
export async function getOpening(
  ctx: Context,
  { id }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const { rows, total } = await newestDocuments(ctx, await getTheme(ctx, id), named);
  return {
    documents: total,
    updatedOn: rows[0]?.uploaded_at.toISOString().slice(0, 10) ?? null,
    names: rows.map((row) => ({ id: row.id, name: row.name, version: row.version })),
  };
}
