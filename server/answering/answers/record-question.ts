import { personOf, type Caller } from "#server/kernel/context.ts";
import { promptVersion } from "./model/prompt.ts";
import { openQuestion } from "./open-question.ts";
import type { AskedQuestion } from "./asked-question.ts";
import { insertInteraction, listTurns, listTurnsOf } from "./store.ts";
import type { RecordedQuestion } from "./recorded-question.ts";

const turnsRemembered = 3;

/** Records the question before any search. */
export function recordQuestion(caller: Caller, question: AskedQuestion): Promise<RecordedQuestion> {
  return caller.transact(async (ctx) => {
    const { earlierSessions, questionnaire } = question;
    const opened = await openQuestion(ctx, question, (theme) =>
      earlierSessions === undefined
        ? listTurns(ctx, theme, question.sessionId, turnsRemembered)
        : listTurnsOf(ctx, theme, earlierSessions.slice(-turnsRemembered)),
    );
    const { theme, key } = opened;
    const mode = key === null ? ("extractive" as const) : ("model" as const);
    const asked = key === null ? null : promptVersion;
    const endUser = question.endUser ?? null;
    const { token } = personOf(ctx);
    const id = await insertInteraction(ctx, theme, {
      text: question.userQuery,
      sessionId: question.sessionId,
      selectedTags: question.selectedTags,
      endUser,
      mode,
      asked: key,
      promptVersion: asked,
    });
    ctx.audit({
      action: "question.ask",
      target: { type: "interaction", id },
      company: theme.company_id,
      after: {
        ...{ themeId: theme.id, mode },
        ...(questionnaire && { questionnaireId: questionnaire.id }),
        ...(token && { through: `MCP, client ${token.clientId}` }),
      },
    });
    await questionnaire?.onRecorded(ctx, id);
    if (key !== null)
      ctx.audit({
        action: "model-key.use",
        target: { type: "interaction", id },
        company: theme.company_id,
        after: { owner: key.owner, provider: key.provider, model: key.model },
      });
    return { ...opened, id, askedAt: ctx.now, promptVersion: asked, endUser };
  });
}
