import { sql } from "kysely";
import type { Database } from "#server/platform/database/database.ts";

/** The versions (v) of documents (d) that are not deleted, with their theme (t). */
function livingVersions(db: Database) {
  return db
    .selectFrom("document_versions as v")
    .innerJoin("documents as d", (join) =>
      join.onRef("d.company_id", "=", "v.company_id").onRef("d.id", "=", "v.document_id"),
    )
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "d.company_id").onRef("t.id", "=", "d.theme_id"),
    )
    .where("d.deleted_at", "is", null);
}

/** The newest version of each document that was read. */
export function currentVersions(db: Database) {
  return livingVersions(db).whereRef("v.version", "=", "d.current_version");
}

/**
 * The version of each document that answers questions: the newest that was read; where the theme asks for signatures the
 * newest that is signed, since a revision that waits for its signature does not put the one in force out of it.
 */
export function answeringVersions(db: Database) {
  return livingVersions(db)
    .where("v.status", "=", "ready")
    .where(
      "v.version",
      "=",
      sql<number>`case when t.require_sign_off
        then (select max(s.version) from document_versions s
          where s.company_id = d.company_id and s.document_id = d.id
            and s.status = 'ready' and s.signed_off_at is not null)
        else d.current_version end`,
    );
}
