import { Readable } from "node:stream";
import { Questionnaire } from "#contract/answering/questionnaires.ts";
import type { Call } from "#server/http/route.ts";
import { fileResponse, type RawResponse } from "#server/http/response.ts";
import type { Caller } from "#server/kernel/context.ts";
import { mediaTypes } from "#contract/kernel/media-types.ts";
import type { FilledAnswer } from "#reading/questionnaire/layout.ts";
import { fillAnswers } from "./find-questions.ts";
import { placesOf, presentQuestions, sourceLine } from "./present.ts";
import { listQuestions, type QuestionRow } from "./question-store.ts";
import { getRow } from "./store.ts";

/** Each answer with its passages: some megabytes at once. */
const rowsAtOnce = 100;

/** The uploaded file with its answers as they are now; questions without one yet stay empty. */
export async function downloadQuestionnaire(
  caller: Caller,
  { id }: { id: number },
  { signal }: Call,
): Promise<RawResponse> {
  const { row, answers } = await caller.transact(async (ctx) => {
    const row = await getRow(ctx, id);
    const rows = await listQuestions(ctx, row);
    const answers: FilledAnswer[] = [];
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const some = rows.slice(from, from + rowsAtOnce);
      const questions = await presentQuestions(ctx, row, some);
      answers.push(...questions.map((question, at) => filledOf(some[at], question)));
    }
    ctx.audit({
      action: "questionnaire.download",
      target: { type: "questionnaire", id },
      company: row.company_id,
      after: { questions: answers.length, answered: row.answered ?? 0, reviewed: row.reviewed ?? 0 },
    });
    return { row, answers };
  });
  const stored = { name: row.name, key: row.file_key, owner: row.company_id };
  const file = await fillAnswers(caller.services, stored, placesOf(row), answers, signal);
  const type = mediaTypes[Questionnaire.shape.kind.parse(row.kind)];
  return fileResponse({ name: row.name, type, size: file.length, body: Readable.from([file]) });
}

type Presented = Awaited<ReturnType<typeof presentQuestions>>[number];

function filledOf(
  row: QuestionRow | undefined,
  { answer, sources, confidence, note, state }: Presented,
): FilledAnswer {
  return {
    place: row?.place ?? 0,
    row: row?.row ?? 0,
    answer,
    sources: sources.map(sourceLine).join("\n"),
    confidence: [confidence, state === "answered" ? note : null].filter(Boolean).join("\n"),
  };
}
