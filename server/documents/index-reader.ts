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
          .innerJoin("segments as s", (join) =>
            join.onRef("s.company_id", "=", "v.company_id").onRef("s.version_id", "=", "v.id"),
          )
          .select(["v.id", "s.revision"])
          .where("d.theme_id", "=", themeId)
          .where("d.deleted_at", "is", null)
          .where("v.status", "=", "ready")
          .where((eb) => eb.or([eb("t.require_sign_off", "=", false), eb("v.signed_off_at", "is not", null)]))
          .execute();
        return rows.map(({ id, revision }) => ({ document: id, segment: segmentOf(id, revision) }));
      }),
    segments: ({ companyId, ids }) =>
      caller(companyId).transact(async (ctx) => {
        const rows = await ctx.db
          .selectFrom("segments")
          .select(["version_id", "revision", "bytes"])
          .where("version_id", "in", ids.map(versionOf))
          .execute();
        const wanted = new Set(ids);
        return rows
          .map((row) => ({
            segment: segmentOf(row.version_id, row.revision),
            bytes: new Uint8Array(row.bytes),
          }))
          .filter(({ segment }) => wanted.has(segment));
      }),
  };
}

/** A version's segment is made once, and once more when OCR has read its pictures: an index must tell them apart. */
const REVISIONS = 1024;
const segmentOf = (version: number, revision: number) => version * REVISIONS + (revision % REVISIONS);
const versionOf = (segment: number) => Math.floor(segment / REVISIONS);
