import type { PersonTies } from "#server/kernel/person-ties.ts";
import { deleteRowsOf } from "#server/platform/database/rows-of-person.ts";

const tables = ["theme_agents"] as const;

export const themeTies: PersonTies = { leave: (ctx, userId) => deleteRowsOf(ctx.db, tables, userId) };
