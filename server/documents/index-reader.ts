import { sql } from "kysely";
import { readIn } from "#server/context.ts";
import { kyselyOver, openApplicationPool } from "#server/platform/database/database.ts";
import type { Connection } from "#server/platform/database/database.ts";
import { answeringVersions } from "./current-versions.ts";
import type { IndexReader, ReaderSource } from "./theme-indexes.ts";

/** What a theme is made of, from the database. */
export function databaseSource(connection: Connection): ReaderSource {
  return { module: import.meta.url, data: connection };
}

/** One theme loads at a time for each of them; the others' questions find theirs in memory. */
const connections = 4;

/**
 * For the thread that searches: hundreds of megabytes of a large theme are decoded there and nowhere else.
 * @public the thread finds it by the module's address
 */
export function openReader(connection: Connection): IndexReader {
  const pool = openApplicationPool(connection, connections);
  // one that was lost while nothing was read is replaced by the next reading
  pool.on("error", () => undefined);
  const db = kyselyOver(pool);
  return {
    contents: ({ companyId, themeId }) =>
      readIn(db, companyId, async (tx) => {
        const rows = await answeringVersions(tx)
          .innerJoin("segments as s", (join) =>
            join.onRef("s.company_id", "=", "v.company_id").onRef("s.version_id", "=", "v.id"),
          )
          .select(["v.id", "s.revision", sql<number>`octet_length(s.bytes)`.as("bytes")])
          .where("d.theme_id", "=", themeId)
          .execute();
        return rows.map(({ id, revision, bytes }) => ({
          document: id,
          segment: segmentOf(id, revision),
          bytes,
        }));
      }),
    segments: ({ companyId, ids }) =>
      readIn(db, companyId, async (tx) => {
        const rows = await tx
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
