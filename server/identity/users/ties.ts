import type { PersonTies } from "#server/kernel/person-ties.ts";
import { deleteRowsOf } from "#server/platform/database/rows-of-person.ts";

const tables = ["memberships", "invitations"] as const;

export const userTies: PersonTies = { leave: (ctx, userId) => deleteRowsOf(ctx.db, tables, userId) };
