import { sql } from "kysely";
import { readIn } from "#server/context.ts";
import { kyselyOver, openApplicationPool } from "#server/platform/database/database.ts";
import type { Connection } from "#server/platform/database/database.ts";
import { unpackVectors } from "#server/retrieval/vectors.ts";
import { answeringVersions } from "./current-versions.ts";
import type { IndexReader, ReaderSource } from "./theme-indexes.ts";

type Place = { connection: Connection; embeddingModel: string | null };

/** What a theme is made of, from the database: words, and vectors where there is an embedding model. */
export function databaseSource(place: Place): ReaderSource {
  return { module: import.meta.url, data: place };
}

/** One theme loads at a time for each of them; the others' questions find theirs in memory. */
const connections = 4;

/**
 * For the thread that searches: hundreds of megabytes of a large theme are decoded there and nowhere else.
 * @public the thread finds it by the module's address
 */
export function openReader({ connection, embeddingModel }: Place): IndexReader {
  const pool = openApplicationPool(connection, connections);
  // one that was lost while nothing was read is replaced by the next reading
  pool.on("error", () => undefined);
  const db = kyselyOver(pool);
  const size = sql<number>`octet_length(x.bytes)`.as("bytes");
  const words: IndexReader["words"] = {
    contents: ({ companyId, themeId }) =>
      readIn(db, companyId, async (tx) => {
        const rows = await answeringVersions(tx)
          .innerJoin("segments as x", (join) =>
            join.onRef("x.company_id", "=", "v.company_id").onRef("x.version_id", "=", "v.id"),
          )
          .select(["v.id", "x.revision", size])
          .where("d.theme_id", "=", themeId)
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
        return rows
          .map((row) => ({ segment: segmentOf(row), content: new Uint8Array(row.bytes) }))
          .filter(({ segment }) => ids.includes(segment));
      }),
  };
  if (embeddingModel === null) return { words, vectors: null };
  const vectors: IndexReader["vectors"] = {
    contents: ({ companyId, themeId }) =>
      readIn(db, companyId, async (tx) => {
        const rows = await answeringVersions(tx)
          .innerJoin("segments as s", (join) =>
            join.onRef("s.company_id", "=", "v.company_id").onRef("s.version_id", "=", "v.id"),
          )
          .innerJoin("vectors as x", (join) =>
            join.onRef("x.company_id", "=", "v.company_id").onRef("x.version_id", "=", "v.id"),
          )
          .select(["v.id", "s.revision", size])
          .where("d.theme_id", "=", themeId)
          .where("x.model", "=", embeddingModel)
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
          .where("x.model", "=", embeddingModel)
          .where("x.version_id", "in", ids.map(versionOf))
          .execute();
        return rows
          .map((row) => ({ segment: segmentOf(row), content: unpackVectors(row.bytes, row.dimensions) }))
          .filter(({ segment }) => ids.includes(segment));
      }),
  };
  return { words, vectors };
}

/** A version's segment is made once, and once more when OCR has read its pictures: an index must tell them apart. */
const REVISIONS = 1024;
const segmentOf = ({ id, revision }: { id: number; revision: number }) =>
  id * REVISIONS + (revision % REVISIONS);
const versionOf = (segment: number) => Math.floor(segment / REVISIONS);
const contentOf = (row: { id: number; revision: number; bytes: number }) => ({
  document: row.id,
  segment: segmentOf(row),
  bytes: row.bytes,
});
