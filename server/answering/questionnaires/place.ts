import type * as contract from "#contract/answering/questionnaires.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Call } from "#server/http/route.ts";
import type { Caller } from "#server/kernel/context.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { findQuestions } from "./find-questions.ts";
import { allow } from "./policy.ts";
import { placesOf, presentDetails } from "./present.ts";
import { getRow, holdRow, replaceQuestions, setPlaces, type QuestionnaireRow } from "./store.ts";

/** Reads the file again with the columns that a person chose. */
export async function placeQuestionnaire(
  caller: Caller,
  { id, places }: Input<typeof contract.placeQuestionnaire>,
  { signal }: Call,
): Promise<Result<typeof contract.placeQuestionnaire>> {
  const row = await caller.transact(async (ctx) => allow(ctx, "run", await getRow(ctx, id)));
  checkDraft(row);
  const known = placesOf(row);
  if (places.length !== known.length)
    throw invalid("places", `This file has ${known.length} places. Send a choice for each of them.`);
  const stored = { name: row.name, key: row.file_key, owner: row.company_id };
  const { layout, questions } = await findQuestions(caller.services, stored, places, signal);
  return caller.transact(async (ctx) => {
    const held = allow(ctx, "run", await holdRow(ctx, id));
    checkDraft(held);
    await setPlaces(ctx, held, layout.places);
    await replaceQuestions(ctx, held, questions);
    ctx.audit({
      action: "questionnaire.place",
      target: { type: "questionnaire", id },
      company: held.company_id,
      before: { questions: held.total ?? 0 },
      after: { questions: questions.length },
    });
    return presentDetails(ctx, id);
  });
}

function checkDraft({ state }: QuestionnaireRow): void {
  if (state !== "draft")
    throw new AppError(
      "conflict",
      "This questionnaire was started already. Upload the file again to change its columns.",
    );
}
