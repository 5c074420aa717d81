import type { Context } from "#server/kernel/context.ts";
import { failAbandoned } from "./store.ts";

const reason = "The answer was interrupted. Ask again.";

/** Answers that began before this and whose process ended become failed. */
export async function failInterrupted(ctx: Context, before: Date): Promise<void> {
  for (const { id, company_id: company } of await failAbandoned(ctx, before, reason))
    ctx.audit({
      action: "question.answer",
      target: { type: "interaction", id },
      company,
      result: "failed",
      after: { reason },
    });
}
