import { systemCaller } from "#server/kernel/callers.ts";
import { isCurrent, open, seal } from "#server/platform/secrets.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { listSealed } from "./store.ts";

export type Rotated = { stored: number; resealed: number; unreadable: number };

/**
 * Seals everything again that an earlier master key sealed, one row at a time, while the program serves: a row that
 * changes in the meantime is left as it is. Secrets that no known key opens are counted and left alone.
 */
export async function rotateMasterKey(services: VerbServices): Promise<Rotated> {
  const system = systemCaller(services, "key-rotation");
  const keys = services.config.secretKeys;
  const rows = await system.transact(listSealed);
  const old = rows.filter(({ sealed }) => !isCurrent(keys, sealed));
  let unreadable = 0;
  for (const { bound, sealed, put } of old) {
    let plain: string;
    try {
      plain = open(keys, bound, sealed);
    } catch {
      unreadable += 1;
      services.log.error({ bound }, "a stored secret does not open with any master key given here");
      continue;
    }
    await system.transact((ctx) => put(ctx, seal(keys, bound, plain)));
  }
  const done = { stored: rows.length, resealed: old.length - unreadable, unreadable };
  if (unreadable > 0)
    services.log.error(
      done,
      "stored secrets do not open with the master key given here: start with the one that sealed them, or name it in SECRET_KEY_PREVIOUS (docs/running.md, Replace the master key)",
    );
  if (done.resealed > 0) {
    services.log.info(done, "stored secrets were sealed with the current master key");
    await system.transact((ctx) => {
      ctx.audit({ action: "master-key.rotate", target: { type: "platform", id: "secrets" }, after: done });
      return Promise.resolve();
    });
  }
  return done;
}
