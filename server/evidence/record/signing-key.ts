import { generateKeyPairSync, type KeyObject } from "node:crypto";
import type { Context } from "#server/kernel/context.ts";
import { open, seal } from "#server/platform/secrets.ts";
import { insertKey, newestKey } from "./key-store.ts";
import { privateKeyOf, rawOf } from "./note.ts";

export type SigningKey = { privateKey: KeyObject; publicKey: Buffer };

/** The key exists, but no master key of this installation opens it. */
export class KeyLostError extends Error {}

export const recordKeyBinding = (publicKey: Buffer) => `record-key:${publicKey.toString("hex")}`;

/**
 * The signing key, created if there is none.
 * @throws KeyLostError
 */
export async function signingKey(ctx: Context): Promise<SigningKey> {
  const row = await newestKey(ctx);
  if (row === null) return newSigningKey(ctx);
  const publicKey = row.public_key;
  try {
    const stored = open(ctx.services.config.secretKeys, recordKeyBinding(publicKey), row.sealed);
    return { privateKey: privateKeyOf(stored), publicKey };
  } catch (error) {
    throw new KeyLostError("The key that signs the record does not open with this master key.", {
      cause: error,
    });
  }
}

/** Creates the key that signs from now on; heads signed by earlier ones stay valid. */
export async function newSigningKey(ctx: Context): Promise<SigningKey> {
  const pair = generateKeyPairSync("ed25519");
  const publicKey = rawOf(pair.publicKey);
  const stored = pair.privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
  const id = await insertKey(ctx, {
    public_key: publicKey,
    sealed: seal(ctx.services.config.secretKeys, recordKeyBinding(publicKey), stored),
  });
  ctx.audit({
    action: "record.make-key",
    target: { type: "record-key", id },
    company: null,
    after: { publicKey: publicKey.toString("base64") },
  });
  return { privateKey: pair.privateKey, publicKey };
}
