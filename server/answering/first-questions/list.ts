import { mostFirstQuestions } from "#contract/answering/first-questions.ts";
import type { listFirstQuestions as contract } from "#contract/answering/first-questions.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Caller } from "#server/kernel/context.ts";
import type { Call } from "#server/http/route.ts";
import { questionsOfDocuments } from "#server/knowledge/documents/first-questions.ts";
import type { DocumentQuestion } from "#server/knowledge/documents/first-questions.ts";
import { allow } from "#server/knowledge/themes/policy.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import { askSide } from "#server/answering/test-runs/ask-side.ts";

/** Candidates for each question shown: some are answered with another sentence first. */
const mostTried = 4 * mostFirstQuestions;

export async function listFirstQuestions(
  caller: Caller,
  { id }: Input<typeof contract>,
  { signal }: Call,
): Promise<Result<typeof contract>> {
  const { theme, candidates } = await caller.transact(async (ctx) => {
    const theme = allow(ctx, "edit", await getTheme(ctx, id));
    return { theme, candidates: await questionsOfDocuments(ctx, theme, mostTried) };
  });
  const answered: Result<typeof contract> = [];
  for (const candidate of candidates) {
    if (answered.length === mostFirstQuestions) break;
    const found = await asked(caller, theme, candidate, signal);
    if (found !== null) answered.push(found);
  }
  return answered;
}

const selectedTags = { distributionPartners: [], products: [], topics: [], states: [] };

/** Null unless the theme answers with the very sentence. */
async function asked(
  caller: Caller,
  theme: ThemeRow,
  { question, sentence, document_id: documentId, version_id: versionId, name }: DocumentQuestion,
  signal: AbortSignal,
) {
  const side = { theme, instead: [], others: [], key: null };
  const answer = await askSide(caller, side, { question, selectedTags, isRight: () => true }, signal);
  const isItsOwn = answer.outcome === "answered" && answer.versionId === versionId;
  if (!isItsOwn || !oneSpaced(answer.words).includes(oneSpaced(sentence))) return null;
  return { question, answer: answer.text, documentId, documentName: name, page: answer.page };
}

const oneSpaced = (text: string) => text.replaceAll(/\s+/g, " ").trim();
