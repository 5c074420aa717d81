import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type * as contract from "#contract/answering/programs.ts";
import type { ProgramAnswer, ProgramGreeting } from "#contract/answering/programs.ts";
import { ask } from "#server/answering/answers/ask.ts";
import type { AskedQuestion } from "#server/answering/answers/asked-question.ts";
import { greet, greetingEvents } from "#server/answering/answers/greet.ts";
import { streamAnswer } from "#server/answering/answers/stream-answer.ts";
import { personOf, type Caller, type Context } from "#server/kernel/context.ts";
import { invalid, notFound, type AppError } from "#server/platform/errors.ts";
import type { RawResponse } from "#server/http/response.ts";
import type { Call } from "#server/http/route.ts";
import { repeatKey } from "#server/http/repeats/key.ts";
import { getInteraction } from "#server/answering/interactions/shared-store.ts";
import { presentEntry } from "#server/answering/interactions/present.ts";
import { askOnce } from "./ask-once.ts";
import { presentProgramAnswer, presentProgramEvent, presentProgramGreeting } from "./present.ts";

/** A greeting gets its reply; a question its answer: in one piece, or as events. */
export async function createProgramAnswer(
  caller: Caller,
  input: Input<typeof contract.createProgramAnswer>,
  call: Call,
): Promise<Result<typeof contract.createProgramAnswer> | RawResponse> {
  const { headers, signal } = call;
  const question = questionOf(input);
  if (!headers.accept?.includes("text/event-stream")) return answerWhole(caller, { question, input }, call);
  if (repeatKey(headers["idempotency-key"]) !== null) throw cannotRepeatStream();
  const greeting = await greet(caller, question);
  if (greeting !== null) return greetingEvents(presentProgramGreeting(greeting));
  const place = answerContext(caller);
  return streamAnswer(caller, question, signal, (event) => presentProgramEvent(event, place));
}

export function cannotRepeatStream(): AppError {
  return invalid("Idempotency-Key", "A streamed answer cannot be repeated. Request it whole.");
}

export function answerContext({ services }: Caller): { publicUrl: string; askedAt: Date } {
  return { publicUrl: services.config.publicUrl, askedAt: services.clock.now() };
}

/** With an Idempotency-Key, the earlier answer to the same question. `input`: what the caller sent. */
export async function answerWhole(
  caller: Caller,
  { question, input }: { question: AskedQuestion; input: object },
  { headers, signal }: Pick<Call, "headers" | "signal">,
): Promise<ProgramAnswer | ProgramGreeting> {
  const place = answerContext(caller);
  const key = repeatKey(headers["idempotency-key"]);
  const greeting = await greet(caller, question);
  if (greeting !== null) return presentProgramGreeting(greeting);
  if (key !== null) {
    const id = await askOnce(caller, { key, input, question }, signal);
    return caller.transact((ctx) => getProgramAnswer(ctx, { id }));
  }
  return presentProgramAnswer(await ask(caller, question, signal, () => undefined), place);
}

export function questionOf(input: Input<typeof contract.createProgramAnswer>): AskedQuestion {
  return {
    themeId: input.themeId,
    userQuery: input.question,
    selectedTags: input.tags,
    sessionId: input.conversation || crypto.randomUUID(),
    endUser: input.endUser,
  };
}

/** Only the key's own: another key cannot read a key's answers. */
export async function getProgramAnswer(ctx: Context, { id }: { id: number }): Promise<ProgramAnswer> {
  const row = await getInteraction(ctx, id);
  if (row.user_id !== personOf(ctx).id) throw notFound();
  const { publicUrl } = ctx.services.config;
  return presentProgramAnswer(presentEntry(row), { publicUrl, askedAt: row.created_at });
}
