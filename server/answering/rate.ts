import type { rateAnswer as contract } from "#contract/answers.ts";
import type { Input } from "#contract/endpoint.ts";
import { personOf } from "#server/context.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { notifyAdmins } from "#server/notifications/notify.ts";
import { getRatable, setRating } from "./store.ts";

export async function rateAnswer(
  ctx: Context,
  { interactionId, rating, feedback }: Input<typeof contract>,
): Promise<{ success: true }> {
  const interaction = await getRatable(ctx, interactionId);
  if (interaction.outcome === "pending")
    throw new AppError("conflict", "This answer is still being written.");
  await setRating(ctx, interaction, { rating, feedback: feedback ?? null });
  ctx.audit({
    action: "answer.rate",
    target: { type: "interaction", id: interactionId },
    company: interaction.company_id,
    before: { rating: interaction.rating },
    after: { rating },
  });
  if (rating === "bad" && interaction.user_id === personOf(ctx).id && interaction.rating !== "bad") {
    await notifyAdmins(ctx, interaction.company_id, {
      kind: "bad_rating",
      title: `An answer in '${interaction.theme_name}' was rated bad`,
      body: interaction.question.slice(0, 200),
      link: `/admin?tab=interactions&interaction=${interactionId}`,
    });
  }
  return { success: true };
}
