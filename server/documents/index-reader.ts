import { jobCaller } from "#server/context.ts";
import type { Services } from "#server/services.ts";
import type { IndexReader } from "./theme-indexes.ts";

/** What a theme is made of, read inside its company. */
export function indexReader(services: () => Services): IndexReader {
  const caller = (companyId: number) => jobCaller(services(), "load-index", companyId);
  return {
    contents: ({ companyId, themeId }) =>
      caller(companyId).transact(async (ctx) => {
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
          .where((eb) => eb.or([eb("t.require_sign_off", "=", false), eb("v.signed_off_at", "is not", null)]))
          .execute();
        return rows.map((row) => row.id);
      }),
    segments: ({ companyId, ids }) =>
      caller(companyId).transact(async (ctx) => {
        const rows = await ctx.db
          .selectFrom("segments")
          .select(["version_id", "bytes"])
          .where("version_id", "in", ids)
          .execute();
        return rows.map((row) => ({ segment: row.version_id, bytes: new Uint8Array(row.bytes) }));
      }),
  };
}
