import { systemCaller } from "#server/kernel/callers.ts";
import type { Services } from "#server/kernel/services.ts";
import { bundleKeys } from "#server/evidence/record/shared-store.ts";
import { questionnaireKeys } from "#server/answering/questionnaires/shared-store.ts";
import { namedKeys } from "#server/knowledge/documents/shared-store.ts";

/** Longer than the life of any upload and its transaction. */
const leastAge = 24 * 60 * 60 * 1000;
const keysAtOnce = 500;
/** Killed uploads leave a few; more means that files and database do not match. */
const mostShare = 0.1;
const alwaysAllowed = 20;

/**
 * Removes stored bytes that no row names: leftovers of uploads killed between storing and committing. If many are
 * unknown, nothing is removed: an older database was restored, or two installations share a folder.
 * @returns how many files were examined and removed
 */
export async function sweepFiles(services: Services): Promise<{ seen: number; removed: number }> {
  const before = new Date(services.clock.now().getTime() - leastAge);
  const system = systemCaller(services, "sweep-files");
  const unknown: string[] = [];
  let seen = 0;
  for await (const keys of services.files.list(before)) {
    seen += keys.length;
    for (let from = 0; from < keys.length; from += keysAtOnce) {
      const some = keys.slice(from, from + keysAtOnce);
      const named = await system.transact(
        async (ctx) =>
          new Set([
            ...(await namedKeys(ctx, some)),
            ...(await bundleKeys(ctx, some)),
            ...(await questionnaireKeys(ctx, some)),
          ]),
      );
      unknown.push(...some.filter((key) => !named.has(key)));
    }
  }
  if (unknown.length > Math.max(alwaysAllowed, seen * mostShare)) {
    services.log.warn(
      { seen, unknown: unknown.length },
      "many stored files belong to no document, so none was removed: do these files belong to this database?",
    );
    return { seen, removed: 0 };
  }
  for (const key of unknown) await services.files.remove(key);
  if (unknown.length > 0)
    services.log.info({ seen, removed: unknown.length }, "removed files left by interrupted uploads");
  return { seen, removed: unknown.length };
}
