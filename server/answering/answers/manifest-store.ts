import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { canonical, type Json } from "#server/platform/log/canonical.ts";
import { commitment, newSalt } from "#server/platform/log/entry.ts";

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
  // in one round trip (`store_manifest`): the asker waits for it
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
