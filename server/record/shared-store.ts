import { createHash } from "node:crypto";
import type { Context } from "#server/context.ts";
import { canonical } from "./canonical.ts";
import type { Json } from "./canonical.ts";
import { bundleDays } from "./bundle-days.ts";
import { commitment, newSalt } from "./entry.ts";

/**
 * Keeps what an answer was made from, once, and returns the commitment that its event carries into the log. `texts` are
 * those that the manifest names by their SHA-256.
 */
export async function insertManifest(
  ctx: Context,
  place: { companyId: number; id: number },
  manifest: Json,
  texts: string[],
): Promise<Buffer> {
  const content = canonical(manifest);
  const salt = newSalt();
  const committed = commitment(salt, content);
  await ctx.db
    .insertInto("record_manifests")
    .values({
      company_id: place.companyId,
      interaction_id: place.id,
      content,
      salt,
      commitment: committed,
      created_at: ctx.now,
    })
    .execute();
  if (texts.length > 0)
    await ctx.db
      .insertInto("record_texts")
      .values(
        [...new Set(texts)].map((text) => ({ company_id: place.companyId, sha256: sha256(text), text })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return committed;
}

export function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** Which of these stored files are bundles that are still kept. */
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
