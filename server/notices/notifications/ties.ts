import type { PersonTies } from "#server/kernel/person-ties.ts";
import { deleteRowsOf, moveRowsOf } from "#server/platform/database/rows-of-person.ts";
import { deleteNoticesNaming } from "./store.ts";

const preferences = ["notification_preferences"] as const;

export const noticeTies: PersonTies = {
  move: (ctx, userId, companyId) => moveRowsOf(ctx.db, preferences, { userId, companyId }),
  async erase(ctx, person) {
    await deleteRowsOf(ctx.db, ["notification_preferences", "notifications"], person.id);
    await deleteNoticesNaming(ctx, person);
  },
};
