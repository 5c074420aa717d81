import type { PersonTies } from "#server/kernel/person-ties.ts";
import { deleteRowsOf } from "#server/platform/database/rows-of-person.ts";

const tables = ["identities"] as const;

/** The identity provider's names for a person. */
export const signOnTies: PersonTies = {
  leave: (ctx, userId) => deleteRowsOf(ctx.db, tables, userId),
  erase: (ctx, { id }) => deleteRowsOf(ctx.db, tables, id),
};
