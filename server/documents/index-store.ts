import { sql } from "kysely";
import type { Transaction } from "kysely";
import { readIn } from "#server/callers.ts";
import { kyselyOver, openPool } from "#server/platform/database/database.ts";
import type { Connection } from "#server/platform/database/access.ts";
import type { DB } from "#server/platform/database/schema.gen.ts";
import { unpackVectors } from "#engine/index/vectors.ts";
import { answeringVersions } from "./shared-store.ts";
import type { IndexReader, ReaderSource } from "./theme-indexes.ts";

/**
 * `connections`: how many themes load at a time; other questions find theirs in memory. `encoder`: the name of the one
 * whose vectors are read, or null.
 */
type Place = { connection: Connection; connections: number; fenceKey: string; encoder: string | null };

/** A theme's contents from the database: words, and vectors if there is an encoder. */
export function databaseSource(place: Place): ReaderSource {
  return { module: import.meta.url, data: place };
}

/**
 * For the search thread, the only place where a large theme's hundreds of megabytes are decoded.
 * @public the thread finds it by the module's address
 */
export function openReader({ connection, connections, fenceKey, encoder }: Place): IndexReader {
  const pool = openPool(connection, connections);
  // a connection lost while idle is replaced at the next read
  pool.on("error", () => undefined);
  const db = { db: kyselyOver(pool), fenceKey };
  const words: IndexReader["words"] = {
    contents: ({ companyId, themeId }) =>
      readIn(db, companyId, async (tx) => {
        const rows = await segmentsOf(tx, themeId)
          .select(sql<number>`octet_length(s.bytes)`.as("bytes"))
          .execute();
        return rows.map(contentOf);
      }),
    read: ({ companyId, ids }) =>
      readIn(db, companyId, async (tx) => {
        const rows = await tx
          .selectFrom("segments")
          .select(["version_id as id", "revision", "bytes"])
          .where("version_id", "in", ids.map(versionOf))
          .execute();
        return wanted(rows, ids, ({ bytes }) => new Uint8Array(bytes));
      }),
  };
  if (encoder === null) return { words, vectors: null };
  const vectors: IndexReader["vectors"] = {
    contents: ({ companyId, themeId }) =>
      readIn(db, companyId, async (tx) => {
        const rows = await segmentsOf(tx, themeId)
          .innerJoin("vectors as x", (join) =>
            join.onRef("x.company_id", "=", "v.company_id").onRef("x.version_id", "=", "v.id"),
          )
          .select(sql<number>`octet_length(x.bytes)`.as("bytes"))
          .where("x.model", "=", encoder)
          .where("x.is_whole", "=", true)
          .execute();
        return rows.map(contentOf);
      }),
    read: ({ companyId, ids }) =>
      readIn(db, companyId, async (tx) => {
        const rows = await tx
          .selectFrom("vectors as x")
          .innerJoin("segments as s", (join) =>
            join.onRef("s.company_id", "=", "x.company_id").onRef("s.version_id", "=", "x.version_id"),
          )
          .select(["x.version_id as id", "s.revision", "x.dimensions", "x.bytes"])
          .where("x.model", "=", encoder)
          .where("x.is_whole", "=", true)
          .where("x.version_id", "in", ids.map(versionOf))
          .execute();
        return wanted(rows, ids, ({ bytes, dimensions }) => unpackVectors(bytes, dimensions));
      }),
  };
  return { words, vectors };
}

/** The segments of the theme's answering versions. */
function segmentsOf(tx: Transaction<DB>, themeId: number) {
  return answeringVersions(tx)
    .innerJoin("segments as s", (join) =>
      join.onRef("s.company_id", "=", "v.company_id").onRef("s.version_id", "=", "v.id"),
    )
    .select(["v.id", "s.revision"])
    .where("d.theme_id", "=", themeId);
}

type Reading = { id: number; revision: number };

/** The stored content of these segments; a version reread in the meantime has a different segment. */
function wanted<Row extends Reading, Content>(
  rows: Row[],
  ids: readonly number[],
  open: (row: Row) => Content,
): { segment: number; content: Content }[] {
  const asked = new Set(ids);
  return rows
    .filter((row) => asked.has(segmentOf(row)))
    .map((row) => ({ segment: segmentOf(row), content: open(row) }));
}

/** A version gets a segment when read, and another once OCR has read its images; an index must distinguish them. */
const REVISIONS = 1024;
const segmentOf = ({ id, revision }: Reading) => id * REVISIONS + (revision % REVISIONS);
const versionOf = (segment: number) => Math.floor(segment / REVISIONS);
const contentOf = (row: Reading & { bytes: number }) => ({
  document: row.id,
  segment: segmentOf(row),
  bytes: row.bytes,
});
