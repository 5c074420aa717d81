import { jobCaller } from "#server/context.ts";
import type { Services } from "#server/services.ts";
import { createIndexCache } from "#server/retrieval/index-cache.ts";
import type { ThemeIndex } from "#server/retrieval/theme-index.ts";

/** The index of a theme, fresh for the content version that was read with the question. Documents in it are version ids. */
export type ThemeIndexes = {
  get(theme: { company_id: number; id: number; content_version: number }): Promise<ThemeIndex>;
};

const maximumBytes = 768 * 1024 * 1024;
const segmentsAtOnce = 100;

export function openThemeIndexes(services: () => Services): ThemeIndexes {
  const companies = new Map<number, number>();
  const cache = createIndexCache<number>({
    maxBytes: maximumBytes,
    load: (themeId) => {
      const caller = jobCaller(services(), "load-index", companies.get(themeId) ?? 0);
      return {
        contents: () =>
          caller.transact(async (ctx) => {
            const rows = await ctx.db
              .selectFrom("documents as d")
              .innerJoin("themes as t", (join) =>
                join.onRef("t.company_id", "=", "d.company_id").onRef("t.id", "=", "d.theme_id"),
              )
              .innerJoin("document_versions as v", (join) =>
                join
                  .onRef("v.company_id", "=", "d.company_id")
                  .onRef("v.document_id", "=", "d.id")
                  .onRef("v.version", "=", "d.current_version"),
              )
              .select("v.id")
              .where("d.theme_id", "=", themeId)
              .where("d.deleted_at", "is", null)
              .where("v.status", "=", "ready")
              .where((eb) =>
                eb.or([eb("t.require_sign_off", "=", false), eb("v.signed_off_at", "is not", null)]),
              )
              .execute();
            return rows.map((row) => ({ document: row.id, segment: row.id }));
          }),
        async *segments(ids) {
          for (let from = 0; from < ids.length; from += segmentsAtOnce) {
            const rows = await caller.transact((ctx) =>
              ctx.db
                .selectFrom("segments")
                .select(["version_id", "bytes"])
                .where("version_id", "in", ids.slice(from, from + segmentsAtOnce))
                .execute(),
            );
            for (const row of rows) yield { segment: row.version_id, bytes: row.bytes };
          }
        },
      };
    },
  });
  return {
    get(theme) {
      companies.set(theme.id, theme.company_id);
      // what was loaded inside one company is never handed out in another, whoever mixes the two up
      return cache.get(theme.id, `${theme.company_id}/${theme.content_version}`);
    },
  };
}
