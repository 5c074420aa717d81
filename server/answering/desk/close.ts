import type * as contract from "#contract/answering/desk.ts";
import type { Result } from "#contract/kernel/endpoint.ts";
import { closeAndTell } from "#server/answering/approved-answers/close-declined.ts";
import { listDisagreeing, openDeclined } from "#server/answering/approved-answers/open-declined.ts";
import { getInteraction } from "#server/answering/interactions/shared-store.ts";
import type { Context } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { disagreeingGroups } from "./disagreements.ts";
import { allow } from "./policy.ts";
import { groupsOf } from "./waiting-questions.ts";

export async function closeDeclined(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.closeDeclined>> {
  const interaction = allow(ctx, "close", await getInteraction(ctx, id));
  const themeId = interaction.theme_id;
  const disagreeing = disagreeingGroups(await listDisagreeing(ctx, { themeId }));
  const own = disagreeing.find((rows) => rows.some((row) => row.id === id));
  if (own !== undefined)
    return closeAndTell(ctx, own, null, "Documents that disagreed about your question were clarified");
  const open = await openDeclined(ctx, { themeId });
  if (!open.some((row) => row.id === id))
    throw new AppError("conflict", "This question is no longer open: it was answered or closed.");
  const group = (await groupsOf(ctx, open)).find((rows) => rows.some((row) => row.id === id)) ?? [];
  // the person who closes it may have added a document, or decided that there will be none
  return closeAndTell(
    ctx,
    group,
    null,
    "A question you asked was closed; ask it again for an answer of today",
  );
}
