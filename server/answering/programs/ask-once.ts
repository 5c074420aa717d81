import { ask } from "#server/answering/answers/ask.ts";
import type { AskedQuestion } from "#server/answering/answers/asked-question.ts";
import type { Caller, CompanyId, Context } from "#server/kernel/context.ts";
import { AppError, orNull } from "#server/platform/errors.ts";
import { getInteraction } from "#server/answering/interactions/shared-store.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";
import { giveBack, hashOf, keepResult, takeKey, type Repeatable } from "#server/http/repeats/shared-store.ts";

type Once = { key: string; input: object; question: AskedQuestion };

/**
 * Asks a question once per Idempotency-Key: a repetition, after a lost connection or from a queue that delivers twice,
 * gets the existing answer (draft-ietf-httpapi-idempotency-key-header-07, 2.6 and 2.7).
 * @returns the id of the answer
 */
export async function askOnce(caller: Caller, once: Once, signal: AbortSignal): Promise<number> {
  const taken = await caller.transact((ctx) => take(ctx, once));
  if ("answered" in taken) return taken.answered;
  let kept = Promise.resolve();
  try {
    const { interactionId } = await ask(caller, once.question, signal, (event) => {
      // from the first moment, so the question is known even if the process dies in between
      if (event.type === "started")
        kept = caller.transact((ctx) =>
          keepResult(ctx, taken.asking, { interaction_id: event.interactionId }),
        );
    });
    await kept;
    return interactionId;
  } catch (error) {
    await kept.catch(() => undefined);
    await caller.transact((ctx) => giveBack(ctx, taken.asking));
    throw error;
  }
}

async function take(
  ctx: Context,
  { key, input, question }: Once,
): Promise<{ asking: Repeatable } | { answered: number }> {
  const theme = await getTheme(ctx, question.themeId);
  const asking: Repeatable = { company: theme.company_id as CompanyId, key, hash: hashOf(input) };
  const first = await takeKey(ctx, asking);
  if (first === "taken") return { asking };
  if (!first.hash.equals(asking.hash))
    throw new AppError(
      "conflict",
      "This Idempotency-Key was already used with another question. Use a new key.",
    );
  const before = first.interactionId === null ? null : await orNull(getInteraction(ctx, first.interactionId));
  if (before !== null && before.outcome !== "failed") return { answered: before.id };
  if (before !== null) {
    await giveBack(ctx, asking);
    if ((await takeKey(ctx, asking)) === "taken") return { asking };
  }
  throw new AppError("conflict", "This question is still being answered. Send it again in a moment.", {
    retryAfterSeconds: 2,
  });
}
