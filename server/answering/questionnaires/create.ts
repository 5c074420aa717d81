import { mostQuestionnaires } from "#contract/answering/questionnaires.ts";
import type * as contract from "#contract/answering/questionnaires.ts";
import type { Result } from "#contract/kernel/endpoint.ts";
import { getOpenTheme } from "#server/answering/answers/open-theme.ts";
import { keepOrRemove } from "#server/knowledge/documents/add-version.ts";
import { receiveOne, refusedFile } from "#server/knowledge/documents/receive.ts";
import type { Call } from "#server/http/route.ts";
import type { Caller, Context } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { findQuestions } from "./find-questions.ts";
import { presentDetails } from "./present.ts";
import { replaceQuestions, countOf, insertRow } from "./store.ts";

const wrongType = "Only Excel (.xlsx) and Word (.docx) questionnaires are taken.";

/** Stores a questionnaire and finds its questions; nothing is asked yet. */
export async function createQuestionnaire(
  caller: Caller,
  { id: themeId }: { id: number },
  call: Call,
): Promise<Result<typeof contract.createQuestionnaire>> {
  await caller.transact((ctx) => checkRoom(ctx, themeId));
  const only = { names: /\.(?:xlsx|docx)$/i, otherwise: wrongType };
  const received = await receiveOne(call, caller.services.files, { field: "files", moreFormats: true, only });
  if ("error" in received) throw refusedFile(received);
  const { name, file } = received;
  const stored = { name, key: file.key, owner: caller.company ?? 0 };
  const find = findQuestions(caller.services, stored, null, call.signal);
  const work = find.then(({ layout, questions }) =>
    caller.transact(async (ctx) => {
      const theme = await checkRoom(ctx, themeId);
      const id = await insertRow(ctx, theme, { name, file, layout });
      await replaceQuestions(ctx, { company_id: theme.company_id, id }, questions);
      ctx.audit({
        action: "questionnaire.create",
        target: { type: "questionnaire", id },
        company: theme.company_id,
        after: { name, themeId, sha256: file.sha256, size: file.size, questions: questions.length },
      });
      return { outcome: await presentDetails(ctx, id), isKept: true };
    }),
  );
  return keepOrRemove(caller, received, work);
}

async function checkRoom(ctx: Context, themeId: number) {
  const theme = await getOpenTheme(ctx, themeId);
  if ((await countOf(ctx, theme.company_id)).all >= mostQuestionnaires)
    throw new AppError(
      "limit_exceeded",
      `Your company has ${mostQuestionnaires} questionnaires. Delete some that are done, and upload this one again.`,
    );
  return theme;
}
