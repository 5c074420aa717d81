import type { rateAnswer as contract } from "#contract/answers.ts";
import type { Input } from "#contract/endpoint.ts";
import { personOf } from "#server/context.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { notifyAdmins } from "#server/notifications/notify.ts";
import { getRatable, setRating, wasRatedBad } from "./store.ts";

/** A rating is the asker's own. Each change is a new row on record; the first bad one tells the administrators. */
export async function rateAnswer(
  ctx: Context,
  { interactionId, rating, feedback }: Input<typeof contract>,
): Promise<{ success: true }> {
  const interaction = await getRatable(ctx, interactionId);
  if (interaction.outcome === "pending")
    throw new AppError("conflict", "This answer is still being written.");
  if (interaction.user_id !== personOf(ctx).id)
    throw new AppError(
      "forbidden",
      "Only the person who asked rates an answer. Your own view of it belongs in a review.",
    );
  const isFirstBad = rating === "bad" && !(await wasRatedBad(ctx, interaction));
  await setRating(ctx, interaction, { rating, feedback: feedback ?? null });
  ctx.audit({
    action: "answer.rate",
    target: { type: "interaction", id: interactionId },
    company: interaction.company_id,
    before: { rating: interaction.rating },
    after: { rating },
  });
  if (isFirstBad) {
    await notifyAdmins(ctx, interaction.company_id, {
      kind: "bad_rating",
      title: `An answer in '${interaction.theme_name}' was rated bad`,
      body: interaction.question.slice(0, 200),
      link: `/admin?tab=interactions&interaction=${interactionId}`,
    });
  }
  return { success: true };
}
