import type { Retrieved } from "#engine/evidence.ts";
import { passagesRead, type Reading } from "#engine/models/reader/reading.ts";
import { english, languageOf } from "#engine/text/language.ts";
import { ownerOf, type Caller } from "#server/kernel/context.ts";
import { passageReader } from "#server/models/reader/passage-reader.ts";
import type { QuestionTurn } from "./question-turn.ts";
import { traced } from "#server/platform/tracing.ts";

/**
 * What the reader of this name says of the first passages; null where words alone choose: for languages it hasn't learned,
 * and while questions wait for their turn, which need its processor. A question that is read holds no turn.
 */
export async function readingsOf(
  caller: Caller,
  turn: QuestionTurn,
  question: string,
  { evidence, language }: Retrieved,
  signal: AbortSignal,
): Promise<{ readings: Reading[]; reader: string } | null> {
  const reader = passageReader.of(caller.services);
  if (reader === null || evidence.length === 0 || languageOf(language) !== english) return null;
  const { metrics, turns } = caller.services;
  if (turns.questions.isCrowded()) {
    metrics.countReading("late");
    return null;
  }
  const passages = evidence.slice(0, passagesRead).map(({ text, section }) => ({ text, section }));
  turn.release();
  try {
    const reading = () => reader.read(ownerOf(caller), question, passages, signal);
    const readings = await traced("reader", {}, reading);
    return readings === null ? null : { readings, reader: reader.name };
  } finally {
    await turn.take();
  }
}
