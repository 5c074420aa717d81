import type { rateAnswer as contract } from "#contract/answering/answers.ts";
import type { Input } from "#contract/kernel/endpoint.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { notifyAdmins, withdraw } from "#server/notices/notifications/notify.ts";
import { getRatable, setRating } from "./store.ts";

/**
 * A rating belongs to the asker. Each change is a new row on record. Administrators are notified of a bad one until
 * it is withdrawn.
 */
export async function rateAnswer(
  ctx: Context,
  { interactionId, rating, reason, feedback }: Input<typeof contract>,
): Promise<{ success: true }> {
  const interaction = await getRatable(ctx, interactionId);
  if (interaction.outcome === "pending")
    throw new AppError("conflict", "This answer is still being written.");
  if (interaction.user_id !== personOf(ctx).id)
    throw new AppError(
      "forbidden",
      "Only the person who asked rates an answer. Your own view of it belongs in a review.",
    );
  if (reason !== undefined && rating !== "bad")
    throw invalid(
      "reason",
      "Only a bad rating takes a reason. Rate the answer bad, or leave the reason out.",
    );
  await setRating(ctx, interaction, { rating, reason: reason ?? null, feedback: feedback || null });
  ctx.audit({
    action: "answer.rate",
    target: { type: "interaction", id: interactionId },
    company: interaction.company_id,
    before: { rating: interaction.rating },
    after: { rating, reason: reason ?? null },
  });
  const link = `/admin?tab=interactions&interaction=${interactionId}`;
  if (rating !== "bad") await withdraw(ctx, interaction.company_id, { kind: "bad_rating", link });
  else if (interaction.rating !== "bad") {
    await notifyAdmins(ctx, interaction.company_id, {
      kind: "bad_rating",
      title: `An answer in '${interaction.theme_name}' was rated bad`,
      body: interaction.question.slice(0, 200),
      link,
    });
  }
  return { success: true };
}
