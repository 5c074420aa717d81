import type { Context } from "#server/kernel/context.ts";

export type Key = { company_id: number; id: number };

/** So often is a question asked that fails. */
export const mostAttempts = 3;

/** Questions (q), each with the first question of the same words (f) and that one's recorded answer (i). */
export function selectAnswered(ctx: Context) {
  return ctx.db
    .selectFrom("questionnaire_questions as q")
    .innerJoin("questionnaire_questions as f", (join) =>
      join
        .onRef("f.company_id", "=", "q.company_id")
        .onRef("f.questionnaire_id", "=", "q.questionnaire_id")
        .on((on) => on("f.ordinal", "=", on.fn.coalesce("q.same_as", "q.ordinal"))),
    )
    .leftJoin("interactions as i", (join) =>
      join.onRef("i.company_id", "=", "f.company_id").onRef("i.id", "=", "f.interaction_id"),
    );
}
