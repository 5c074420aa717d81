import type { Database } from "#server/platform/database/database.ts";

/** The present version (v) of each document (d) that is not deleted, with its theme (t). */
export function currentVersions(db: Database) {
  return db
    .selectFrom("document_versions as v")
    .innerJoin("documents as d", (join) =>
      join
        .onRef("d.company_id", "=", "v.company_id")
        .onRef("d.id", "=", "v.document_id")
        .onRef("d.current_version", "=", "v.version"),
    )
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "d.company_id").onRef("t.id", "=", "d.theme_id"),
    )
    .where("d.deleted_at", "is", null);
}

/** Those that answer questions: read, and signed off where the theme asks for it. */
export function answeringVersions(db: Database) {
  return currentVersions(db)
    .where("v.status", "=", "ready")
    .where((eb) => eb.or([eb("t.require_sign_off", "=", false), eb("v.signed_off_at", "is not", null)]));
}
