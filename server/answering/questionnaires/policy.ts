import { may, personOf, type Context } from "#server/kernel/context.ts";
import { isInReach, policyOf } from "#server/kernel/policy.ts";
import type { QuestionnaireRow } from "./store.ts";

export const allow = policyOf<QuestionnaireRow>()({
  // its questions are asked as its author
  run: (ctx, row) => may(ctx, "theme:ask") && row.user_id === personOf(ctx).id && isInReach(ctx, row),
  review: (ctx, row) => isAuthors(ctx, row),
  delete: (ctx, row) => isAuthors(ctx, row),
});

/** Its author's, and the administrators' who read interactions: as with chats. */
const isAuthors = (ctx: Context, row: QuestionnaireRow): boolean =>
  may(ctx, "theme:ask") &&
  isInReach(ctx, row) &&
  (row.user_id === personOf(ctx).id || may(ctx, "interaction:list"));
