import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Context } from "#server/context.ts";
import { canonical } from "./canonical.ts";
import type { Json } from "./canonical.ts";
import { bundleDays } from "./bundle-days.ts";
import { commitment, newSalt } from "./entry.ts";

/**
 * Stores an answer's inputs once, and returns the commitment that its event carries into the log. `texts` are those that
 * the manifest names by their SHA-256.
 */
export async function insertManifest(
  ctx: Context,
  place: { companyId: number; id: number },
  manifest: Json,
  { texts, asker }: { texts: string[]; asker: Committed },
): Promise<Buffer> {
  const content = canonical(manifest);
  const salt = newSalt();
  const committed = commitment(salt, content);
  // in one round trip (migration 0211): the asker waits for it
  await sql`select store_manifest(${place.companyId}, ${place.id}, ${content}, ${salt}, ${committed},
    ${asker.content}, ${asker.salt}, ${ctx.now}, ${texts})`.execute(ctx.db);
  return committed;
}

/** Content stored beside a manifest that can be erased separately; the manifest holds `identity`, in hex. */
export type Committed = { content: string; salt: Buffer; identity: string };

export function commitTo(value: Json): Committed {
  const content = canonical(value);
  const salt = newSalt();
  return { content, salt, identity: commitment(salt, content).toString("hex") };
}

export function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

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
