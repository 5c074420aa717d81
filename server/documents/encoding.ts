import { sql } from "kysely";
import type { Encoding } from "#contract/documents.ts";
import type { Context } from "#server/context.ts";
import { getTheme } from "#server/themes/store.ts";
import { answeringVersions } from "./current-versions.ts";

/** How far the theme's passages have vectors of the encoder in force, parts of a version included. */
export async function getEncoding(ctx: Context, { id }: { id: number }): Promise<Encoding> {
  const theme = await getTheme(ctx, id);
  const encoder = ctx.services.encoder?.name ?? null;
  const { passages, encoded } = await answeringVersions(ctx.db)
    .leftJoin("vectors as x", (join) =>
      join
        .onRef("x.company_id", "=", "v.company_id")
        .onRef("x.version_id", "=", "v.id")
        .on("x.model", "=", encoder ?? ""),
    )
    .select([
      sql<number>`coalesce(sum(v.passages), 0)::int`.as("passages"),
      sql<number>`coalesce(sum(octet_length(x.bytes) / (4 * x.dimensions)), 0)::int`.as("encoded"),
    ])
    .where("d.theme_id", "=", theme.id)
    .executeTakeFirstOrThrow();
  return { encoder, passages, encoded };
}
