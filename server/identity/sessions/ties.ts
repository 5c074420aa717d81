import type { PersonTies } from "#server/kernel/person-ties.ts";
import { deleteRowsOf, moveRowsOf } from "#server/platform/database/rows-of-person.ts";
import { forgetAddressOfAcceptance } from "./store.ts";

const lasting = ["known_devices", "password_resets", "terms_acceptances"] as const;

export const sessionTies: PersonTies = {
  move: (ctx, userId, companyId) => moveRowsOf(ctx.db, lasting, { userId, companyId }),
  async erase(ctx, { id }) {
    await deleteRowsOf(ctx.db, ["sessions", "known_devices", "password_resets"], id);
    await forgetAddressOfAcceptance(ctx, id);
  },
};
