import type { ModelType } from "#contract/kernel/values.ts";
import { usableKey } from "#server/identity/companies/model-keys.ts";
import type { Caller } from "#server/kernel/context.ts";
import { promptVersion } from "./model/prompt.ts";
import { getOpenTheme } from "./open-theme.ts";
import type { AskedQuestion } from "./asked-question.ts";
import { insertInteraction, listTurns, listTurnsOf } from "./store.ts";
import { focusOf, versionsWithTags } from "./chosen-tags.ts";
import type { RecordedQuestion } from "./recorded-question.ts";

const turnsRemembered = 3;

/** Records the question before any search. */
export function recordQuestion(caller: Caller, question: AskedQuestion): Promise<RecordedQuestion> {
  return caller.transact(async (ctx) => {
    const theme = await getOpenTheme(ctx, question.themeId);
    const own: ModelType = theme.model_type === "smarter" ? "smarter" : "smart";
    const key = await usableKey(ctx, theme.company_id, own);
    const otherKey =
      key !== null && theme.fallback === "other-model"
        ? await usableKey(ctx, theme.company_id, own === "smart" ? "smarter" : "smart")
        : null;
    const { earlierSessions } = question;
    const turns =
      earlierSessions === undefined
        ? await listTurns(ctx, theme, question.sessionId, turnsRemembered)
        : await listTurnsOf(ctx, theme, earlierSessions.slice(-turnsRemembered));
    const versions = await versionsWithTags(ctx, theme, question.selectedTags);
    const focus = await focusOf(ctx, theme, {
      text: question.userQuery,
      selectedTags: question.selectedTags,
    });
    const mode = key === null ? ("extractive" as const) : ("model" as const);
    const asked = key === null ? null : promptVersion;
    const id = await insertInteraction(ctx, theme, {
      text: question.userQuery,
      sessionId: question.sessionId,
      selectedTags: question.selectedTags,
      endUser: question.endUser ?? null,
      mode,
      asked: key,
      promptVersion: asked,
    });
    ctx.audit({
      action: "question.ask",
      target: { type: "interaction", id },
      company: theme.company_id,
      after: { themeId: theme.id, mode },
    });
    if (key !== null)
      ctx.audit({
        action: "model-key.use",
        target: { type: "interaction", id },
        company: theme.company_id,
        after: { owner: key.owner, provider: key.provider, model: key.model },
      });
    const tags = question.selectedTags;
    const known = { id, question: question.userQuery, askedAt: ctx.now, promptVersion: asked };
    const endUser = question.endUser ?? null;
    return { ...known, endUser, theme, key, otherKey, turns, tags, versions, focus };
  });
}
