import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import type { DocumentRow } from "./shared-store.ts";

/** A standing hold on the theme, which would lose sight of a document that leaves it. */
export async function isThemeHeld(ctx: Context, theme: { company_id: number; id: number }): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select exists (select 1 from holds h
    where h.company_id = ${theme.company_id} and h.theme_id = ${theme.id} and h.lifted_at is null) as held`.execute(
    ctx.db,
  );
  return rows[0]?.held ?? false;
}

export async function setThemeOf(
  ctx: Context,
  document: Allowed<DocumentRow, "edit">,
  theme: Allowed<ThemeRow, "upload">,
): Promise<void> {
  await ctx.db
    .updateTable("documents")
    // a program knows it by a name in the theme that it leaves
    .set({ theme_id: theme.id, external_id: null })
    .where("company_id", "=", document.company_id)
    .where("id", "=", document.id)
    .execute();
}
