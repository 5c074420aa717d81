import type { Call } from "#server/http/route.ts";
import { fileResponse } from "#server/http/response.ts";
import type { RawResponse } from "#server/http/response.ts";
import type { Caller } from "#server/kernel/context.ts";
import type { FilledAnswer } from "#reading/questionnaire/layout.ts";
import { fillAnswers } from "./find-questions.ts";
import { placesOf, presentQuestions, sourceLine } from "./present.ts";
import { pageOfQuestions } from "./question-store.ts";
import type { QuestionRow } from "./question-store.ts";
import { getRow } from "./store.ts";
import type { QuestionnaireRow } from "./store.ts";
import { Readable } from "node:stream";

/** Each answer with its passages: some megabytes at once. */
const rowsAtOnce = 100;
const types = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
} as const;

/** The uploaded file with its answers as they are now; questions without one yet stay empty. */
export async function downloadQuestionnaire(
  caller: Caller,
  { id }: { id: number },
  { signal }: Call,
): Promise<RawResponse> {
  const { row, answers } = await caller.transact(async (ctx) => {
    const row = await getRow(ctx, id);
    const answers: FilledAnswer[] = [];
    for (let offset = 0; ; offset += rowsAtOnce) {
      const { rows } = await pageOfQuestions(ctx, row, { offset, limit: rowsAtOnce, isOpen: false });
      const questions = await presentQuestions(ctx, row, rows);
      answers.push(...questions.map((question, at) => filledOf(rows[at], question)));
      if (rows.length < rowsAtOnce) break;
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
  return fileResponse({ name: row.name, type: typeOf(row), size: file.length, body: Readable.from([file]) });
}

const typeOf = ({ kind }: QuestionnaireRow) => (kind === "xlsx" ? types.xlsx : types.docx);

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
