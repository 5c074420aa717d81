import { sql } from "kysely";
import { recordedName } from "#server/identity/companies/shared-store.ts";
import type { Context } from "#server/kernel/context.ts";

/** Rows of each kind on the desk: more than a person works off in a week. */
export const mostOfKind = 200;

/** Answers rated bad without a final verdict. */
export function listBadRatings(ctx: Context, themeId: number | undefined) {
  let query = ctx.db
    .selectFrom("review_cases as rc")
    .innerJoin("interactions as i", (join) =>
      join.onRef("i.company_id", "=", "rc.company_id").onRef("i.id", "=", "rc.interaction_id"),
    )
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "i.company_id").onRef("t.id", "=", "i.theme_id"),
    )
    .innerJoin("companies as c", "c.id", "rc.company_id")
    .select([
      "i.id",
      "i.question",
      "i.theme_id",
      "i.user_id",
      "i.created_at",
      "rc.assignee_id",
      "t.name as theme_name",
      recordedName("c").as("company_name"),
      sql<string | null>`(select p.name from person_name(rc.assignee_id) p)`.as("assignee_name"),
    ])
    .where("rc.status", "!=", "done")
    .where(sql<boolean>`'bad_rating' = any(rc.reasons)`)
    .where("i.rating", "=", "bad");
  if (ctx.company !== null) query = query.where("rc.company_id", "=", ctx.company);
  if (themeId !== undefined) query = query.where("i.theme_id", "=", themeId);
  return query.orderBy("rc.opened_at", "desc").limit(mostOfKind).execute();
}
