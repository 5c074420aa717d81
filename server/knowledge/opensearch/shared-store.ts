import type { Database } from "#server/platform/database/database.ts";
import { formOfRecords } from "./records.ts";

export type IndexRow = {
  id: number;
  name: string;
  state: "filling" | "answering";
  /** Its records hold vectors: the cluster had the k-NN plug-in when it was made. */
  findsVectors: boolean;
};

/** This program's indexes, the answering one first. */
export async function listIndexes(db: Database, prefix: string): Promise<IndexRow[]> {
  const rows = await db
    .selectFrom("search_indexes")
    .select(["id", "name", "state", "finds_vectors as findsVectors"])
    .where("prefix", "=", prefix)
    .where("form", "=", formOfRecords)
    .orderBy("state")
    .execute();
  return rows.map((row) => ({ ...row, state: row.state === "answering" ? "answering" : "filling" }));
}

/** What the answering index has of a theme, or may have; null if none answers. */
export async function unitsOf(db: Database, prefix: string, themeId: number) {
  const index = (await listIndexes(db, prefix)).find(({ state }) => state === "answering");
  if (index === undefined) return null;
  const units = await db
    .selectFrom("search_units")
    .select(["version_id as id", "revision", "passages", "vectors", "is_written as isWritten"])
    .where("index_id", "=", index.id)
    .where("theme_id", "=", themeId)
    .execute();
  return { index: index.name, units };
}
