import type { PersonTies } from "#server/kernel/person-ties.ts";
import { deleteRowsOf } from "#server/platform/database/rows-of-person.ts";

const tables = ["chats"] as const;

/** What a person called their chats. */
export const chatTies: PersonTies = { erase: (ctx, { id }) => deleteRowsOf(ctx.db, tables, id) };
