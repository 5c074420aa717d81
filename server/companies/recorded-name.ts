import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/** A company's name as its record shows it: 'Name (deleted)' once it is no longer in use. `alias` names the joined table. */
export function recordedName(alias: string): RawBuilder<string> {
  const deletedAt = sql.ref(`${alias}.deleted_at`);
  return sql<string>`${sql.ref(`${alias}.name`)} || case when ${deletedAt} is null then '' else ' (deleted)' end`;
}
