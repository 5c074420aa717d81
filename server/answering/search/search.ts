import { Outcome } from "#contract/answering/answers.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { search as contract } from "#contract/answering/search.ts";
import { may, personOf, type Context } from "#server/kernel/context.ts";
import { findDocuments, findPeople, findQuestions, findThemes } from "./store.ts";

/** Search everything by name, in one call; of each kind, only what the caller may list elsewhere. */
export async function search(
  ctx: Context,
  { search: typed }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const person = personOf(ctx);
  const questions = await findQuestions(ctx, typed, may(ctx, "interaction:list") ? null : person.id);
  return {
    themes: await findThemes(ctx, typed),
    questions: questions.map((row) => ({
      interactionId: row.id,
      question: row.question,
      themeName: row.theme_name,
      outcome: Outcome.parse(row.outcome),
      askedAt: row.created_at.toISOString(),
      isOwn: row.user_id === person.id,
    })),
    documents: may(ctx, "document:list") ? await findDocuments(ctx, typed) : [],
    people: may(ctx, "user:list") ? await findPeople(ctx, typed) : [],
  };
}
