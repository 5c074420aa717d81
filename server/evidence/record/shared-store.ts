import type { Context } from "#server/kernel/context.ts";
import { bundleDays } from "./bundle-days.ts";

/** Which of these stored files belong to bundles that still exist. */
export async function bundleKeys(ctx: Context, keys: string[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom("record_bundles")
    .select("file_key")
    .where("file_key", "in", keys)
    .where("created_at", ">", new Date(ctx.now.getTime() - bundleDays * dayMs))
    .execute();
  return rows.flatMap(({ file_key }) => (file_key === null ? [] : [file_key]));
}

const dayMs = 86_400_000;
