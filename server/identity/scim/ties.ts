import type { PersonTies } from "#server/kernel/person-ties.ts";
import { deleteRowsOf } from "#server/platform/database/rows-of-person.ts";

const tables = ["provisioned_people", "directory_group_members"] as const;

/** The directory's names for a person. */
export const directoryTies: PersonTies = {
  leave: (ctx, userId) => deleteRowsOf(ctx.db, tables, userId),
  erase: (ctx, { id }) => deleteRowsOf(ctx.db, tables, id),
};
