import { maximumQuestionnaireBytes, mostQuestionnaires } from "#contract/answering/questionnaires.ts";
import type * as contract from "#contract/answering/questionnaires.ts";
import type { Result } from "#contract/kernel/endpoint.ts";
import { getOpenTheme } from "#server/answering/answers/open-theme.ts";
import { keepOrRemove } from "#server/knowledge/documents/add-version.ts";
import { receiveFile } from "#server/knowledge/documents/receive.ts";
import type { Received } from "#server/knowledge/documents/receive.ts";
import type { Call } from "#server/http/route.ts";
import type { SentFile } from "#server/http/sent-files.ts";
import type { Caller, Context } from "#server/kernel/context.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { findQuestions } from "./find-questions.ts";
import { presentDetails } from "./present.ts";
import { replaceQuestions } from "./store.ts";
import { countOf, insertRow } from "./store.ts";

const wrongType = "Only Excel (.xlsx) and Word (.docx) questionnaires are taken.";

/** Stores a questionnaire and finds its questions; nothing is asked yet. */
export async function createQuestionnaire(
  caller: Caller,
  { id: themeId }: { id: number },
  { files, signal }: Call,
): Promise<Result<typeof contract.createQuestionnaire>> {
  await caller.transact((ctx) => checkRoom(ctx, themeId));
  let received: Received | null = null;
  for await (const part of files()) {
    if (received === null) received = await receive(part, caller);
    else part.file.resume();
  }
  if (received === null) throw invalid("files", "No file was sent. Choose one.");
  if ("error" in received) throw invalid("files", received.error);
  const { name, file } = received;
  const stored = { name, key: file.key, owner: caller.company ?? 0 };
  const find = findQuestions(caller.services, stored, null, signal);
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

async function receive(part: SentFile, { services }: Caller): Promise<Received> {
  if (!/\.(?:xlsx|docx)$/i.test(part.filename)) {
    part.file.resume();
    return { name: part.filename, error: wrongType, code: "unsupported_type" };
  }
  const received = await receiveFile(part, services.files, { moreFormats: true });
  if ("error" in received)
    return received.code === "unsupported_type" ? { ...received, error: wrongType } : received;
  if (received.file.size <= maximumQuestionnaireBytes) return received;
  await services.files.remove(received.file.key);
  return { name: received.name, error: "Maximum file size is 10MB", code: "too_large" };
}
