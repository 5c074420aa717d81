import { maximumQuestion } from "#contract/answering/answers.ts";
import { mostQuestions } from "#contract/answering/questionnaires.ts";
import { extractionPort } from "#server/knowledge/ingestion/readers.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { invalid } from "#server/platform/errors.ts";
import type { ChosenPlace, FilledAnswer, Layout } from "#reading/questionnaire/layout.ts";
import type { NewQuestion } from "./store.ts";

/** `owner` takes turns with others at the processes that read. */
type Stored = { name: string; key: string; owner: number };

/**
 * Reads a stored questionnaire in the process for documents.
 * @throws AppError invalid with a sentence: it cannot be read, or has no questions or too many
 */
export async function findQuestions(
  services: VerbServices,
  stored: Stored,
  chosen: ChosenPlace[] | null,
  signal: AbortSignal,
): Promise<{ layout: Layout; questions: NewQuestion[] }> {
  const { layout } = await work(services, stored, { chosen, answers: null }, signal);
  if (layout === null) throw invalid("files", "This file could not be read. Upload it again.");
  const { length } = layout.questions;
  if (length === 0)
    throw invalid(
      "files",
      chosen === null
        ? "No questions were found in this file. Name their column 'Question', or end each question with a question mark, and upload it again."
        : "There are no questions left. Choose a column with questions.",
    );
  if (length > mostQuestions)
    throw invalid(
      "files",
      `This file has more than ${mostQuestions.toLocaleString("en")} questions. Split it and upload the parts.`,
    );
  return { layout, questions: withRepeats(layout) };
}

/** The file with answers beside its questions. @throws AppError invalid */
export async function fillAnswers(
  services: VerbServices,
  stored: Stored,
  chosen: ChosenPlace[],
  answers: FilledAnswer[],
  signal: AbortSignal,
): Promise<Buffer> {
  const { file } = await work(services, stored, { chosen, answers }, signal);
  if (file === null) throw invalid("files", "The answers could not be written into this file.");
  return file;
}

async function work(
  services: VerbServices,
  { name, key, owner }: Stored,
  task: { chosen: ChosenPlace[] | null; answers: FilledAnswer[] | null },
  signal: AbortSignal,
) {
  const chunks: Buffer[] = [];
  for await (const chunk of await services.files.read(key)) chunks.push(chunk as Buffer);
  const source = { name, bytes: Buffer.concat(chunks), owner: `${owner}` };
  const result = await extractionPort.of(services).questionnaire(source, task, signal);
  if (!result.ok) throw invalid("files", result.failure.message);
  return result;
}

function withRepeats({ questions }: Layout): NewQuestion[] {
  const first = new Map<string, number>();
  return questions.map(({ place, row, text }, index) => {
    const words = text.toLowerCase().replaceAll(/\s+/g, " ").trim();
    const sameAs = first.get(words) ?? null;
    if (sameAs === null) first.set(words, index + 1);
    const isTooLong = text.length > maximumQuestion;
    return { place, row, question: text, isTooLong, sameAs };
  });
}
