import { sql, type Transaction } from "kysely";
import { readIn } from "#server/kernel/callers.ts";
import { openPool } from "#server/platform/database/database.ts";
import type { DB } from "#server/platform/database/schema.gen.ts";
import { unpackVectors } from "#engine/index/vectors.ts";
import { unitsOf } from "#server/knowledge/opensearch/shared-store.ts";
import { answeringVersions, areUndamaged, vectorsDigest } from "./shared-store.ts";
import type { IndexReader, Instead, ThemeDatabase } from "./theme-indexes.ts";

/**
 * For the search thread, the only place where a large theme's hundreds of megabytes are decoded.
 * @public the thread finds it by the module's address
 */
export function openReader({
  connection,
  connections,
  fenceKey,
  encoder,
  search,
}: ThemeDatabase): IndexReader {
  const pool = openPool(connection, connections);
  // a connection lost while idle is replaced at the next read
  pool.on("error", () => undefined);
  const db = { pool, fenceKey };
  const words: IndexReader["words"] = {
    contents: ({ companyId, themeId, instead }) =>
      readIn(db, companyId, async (tx) => {
        const rows = await searchedVersions(tx, themeId, instead)
          .leftJoin("segments as s", (join) =>
            join.onRef("s.company_id", "=", "v.company_id").onRef("s.version_id", "=", "v.id"),
          )
          .select(["v.id", sql<number>`coalesce(s.revision, ${LOST})`.as("revision")])
          .select(sql<number>`coalesce(octet_length(s.bytes), 0)`.as("bytes"))
          .execute();
        return rows.map(contentOf);
      }),
    read: ({ companyId, ids }) =>
      readIn(db, companyId, async (tx) => {
        const rows = await tx
          .selectFrom("segments")
          .select(["version_id as id", "revision", "bytes"])
          .select(sql<boolean>`sha256(bytes) = digest`.as("is_whole"))
          .where("version_id", "in", ids.map(versionOf))
          .execute();
        const lost = ids
          .filter((id) => id % REVISIONS === LOST)
          .map((segment) => ({ segment, content: unreadable }));
        return [
          ...wanted(rows, ids, ({ bytes, is_whole }) => (is_whole ? new Uint8Array(bytes) : unreadable)),
          ...lost,
        ];
      }),
  };
  const distant: IndexReader["distant"] = search && {
    place: search,
    units: ({ companyId, themeId }) =>
      readIn(db, companyId, async (tx) => {
        const held = await unitsOf(tx, search.prefix, themeId);
        if (held === null) return null;
        const units = held.units.map(({ id, revision, passages, isWritten, vectors: own }) => ({
          ...{ document: id, segment: segmentOf({ id, revision }), passages, isWritten },
          vectors: own?.toString("hex") ?? null,
        }));
        return { index: held.index, units };
      }),
  };
  if (encoder === null) return { words, vectors: null, distant };
  const vectors: IndexReader["vectors"] = {
    encoder,
    contents: ({ companyId, themeId, instead }) =>
      readIn(db, companyId, async (tx) => {
        const rows = await searchedVersions(tx, themeId, instead)
          .innerJoin("segments as s", (join) =>
            join.onRef("s.company_id", "=", "v.company_id").onRef("s.version_id", "=", "v.id"),
          )
          .select(["v.id", "s.revision"])
          .innerJoin("vectors as x", (join) =>
            join.onRef("x.company_id", "=", "v.company_id").onRef("x.version_id", "=", "v.id"),
          )
          .select(sql<number>`octet_length(x.bytes)`.as("bytes"))
          .select(vectorsDigest.as("digest"))
          .where("x.model", "=", encoder)
          .where("x.is_whole", "=", true)
          .execute();
        return rows.map((row) => ({ ...contentOf(row), digest: row.digest.toString("hex") }));
      }),
    read: ({ companyId, ids }) =>
      readIn(db, companyId, async (tx) => {
        const rows = await tx
          .selectFrom("vectors as x")
          .innerJoin("segments as s", (join) =>
            join.onRef("s.company_id", "=", "x.company_id").onRef("s.version_id", "=", "x.version_id"),
          )
          .select(["x.version_id as id", "s.revision", "x.dimensions", "x.bytes"])
          .select(areUndamaged.as("are_undamaged"))
          .where("x.model", "=", encoder)
          .where("x.is_whole", "=", true)
          .where("x.version_id", "in", ids.map(versionOf))
          .execute();
        return wanted(rows, ids, ({ bytes, dimensions, are_undamaged }) =>
          are_undamaged ? unpackVectors(bytes, dimensions) : { dimensions, vectors: new Float32Array() },
        );
      }),
  };
  return { words, vectors, distant };
}

/** The versions (v) of the theme that answer, except for documents of which another version is asked for. */
function searchedVersions(tx: Transaction<DB>, themeId: number, instead: readonly Instead[]) {
  const answering = answeringVersions(tx).select(["v.id", "v.company_id"]).where("d.theme_id", "=", themeId);
  if (instead.length === 0) return tx.selectFrom(answering.as("v"));
  const documents = instead.map(({ documentId }) => documentId);
  const versions = instead.flatMap(({ versionId }) => versionId ?? []);
  const others = tx
    .selectFrom("document_versions as v")
    .innerJoin("documents as d", (join) =>
      join.onRef("d.company_id", "=", "v.company_id").onRef("d.id", "=", "v.document_id"),
    )
    .select(["v.id", "v.company_id"])
    .where("d.theme_id", "=", themeId)
    .where("d.deleted_at", "is", null)
    .where("v.status", "=", "ready")
    .where("v.erased_at", "is", null)
    .where(sql<boolean>`v.id = any(${versions}::int[])`);
  return tx.selectFrom(answering.where("d.id", "not in", documents).unionAll(others).as("v"));
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
/** Stands for the revision of a version without a segment; a real one would have been read 1,023 times. */
const LOST = REVISIONS - 1;
/** No segment: its document is left out. */
const unreadable = new Uint8Array();
const segmentOf = ({ id, revision }: Reading) => id * REVISIONS + (revision % REVISIONS);
const versionOf = (segment: number) => Math.floor(segment / REVISIONS);
const contentOf = (row: Reading & { bytes: number }) => ({
  document: row.id,
  segment: segmentOf(row),
  bytes: row.bytes,
});
