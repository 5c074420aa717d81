import type { PersonTies } from "#server/kernel/person-ties.ts";
import { deleteRowsOf } from "#server/platform/database/rows-of-person.ts";

const tables = ["questionnaires"] as const;

/** What a person uploaded; the files go with the next sweep (server/operation/jobs/sweep-files.ts). */
export const questionnaireTies: PersonTies = { erase: (ctx, { id }) => deleteRowsOf(ctx.db, tables, id) };
