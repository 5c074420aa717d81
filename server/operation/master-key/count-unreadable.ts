import type { Context } from "#server/kernel/context.ts";
import { open, type Keyring } from "#server/platform/secrets.ts";
import { listSealed } from "./store.ts";

/** Opens every stored secret and keeps none. */
export async function countUnreadable(ctx: Pick<Context, "db">, keys: Keyring) {
  const rows = await listSealed(ctx);
  const unreadable = rows.filter(({ bound, sealed }) => !opens(keys, bound, sealed)).length;
  return { stored: rows.length, unreadable };
}

function opens(keys: Keyring, bound: string, sealed: Buffer): boolean {
  try {
    open(keys, bound, sealed);
    return true;
  } catch {
    return false;
  }
}
