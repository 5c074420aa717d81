import type { PersonTies } from "#server/kernel/person-ties.ts";
import { deleteRowsOf, moveRowsOf } from "#server/platform/database/rows-of-person.ts";

const tables = ["second_factors", "recovery_codes", "passkeys", "passkey_challenges"] as const;

export const secondFactorTies: PersonTies = {
  move: (ctx, userId, companyId) => moveRowsOf(ctx.db, tables, { userId, companyId }),
  erase: (ctx, { id }) => deleteRowsOf(ctx.db, tables, id),
};
