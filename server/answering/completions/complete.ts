import { Readable } from "node:stream";
import { greet } from "#server/answering/answers/greet.ts";
import { streamAnswer } from "#server/answering/answers/stream-answer.ts";
import type { AnswerEvent } from "#contract/answering/answers.ts";
import { getInteraction } from "#server/answering/interactions/shared-store.ts";
import { answerWhole, cannotRepeatStream, answerContext } from "#server/answering/programs/answers.ts";
import { presentProgramAnswer, presentProgramGreeting } from "#server/answering/programs/present.ts";
import type { Caller, Context } from "#server/kernel/context.ts";
import { completionsError } from "#server/http/completions-error.ts";
import { frameOf } from "#server/http/event-stream.ts";
import { repeatKey } from "#server/http/repeats/key.ts";
import { eventsResponse, type RawResponse } from "#server/http/response.ts";
import type { Call } from "#server/http/route.ts";
import { getTheme, listWithinReach } from "#server/knowledge/themes/shared-store.ts";
import { orNull } from "#server/platform/errors.ts";
import {
  chunkOf,
  chunksOf,
  headOf,
  presentCompletion,
  presentModel,
  usageChunk,
  wordsOf,
  type Head,
  type Usage,
} from "./present.ts";
import { noSuchModel, readRequest, themeIdOf, type Asked } from "./request.ts";

type Exchange = Pick<Call, "headers" | "signal">;

/** Themes that can be asked, as models. */
export async function listModels(ctx: Context) {
  const themes = await listWithinReach(ctx);
  return { object: "list", data: themes.filter((theme) => theme.is_open).map(presentModel) };
}

/** @throws AppError not_found also for a theme that cannot be asked, as it is not in the list */
export async function getModel(ctx: Context, model: string) {
  const theme = await orNull(getTheme(ctx, themeIdOf(model)));
  if (theme === null || !theme.is_open) throw noSuchModel();
  return presentModel(theme);
}

/** The last message of the user is asked like any question of the key: recorded, checked, with its sources. */
export async function complete(caller: Caller, body: unknown, exchange: Exchange): Promise<object> {
  const asked = readRequest(body);
  await caller.transact((ctx) => getModel(ctx, asked.model));
  if (asked.isStreamed) return streamCompletion(caller, asked, exchange);
  const { askedAt } = answerContext(caller);
  const answer = await answerWhole(caller, { question: asked.question, input: asked }, exchange);
  const usage = await usageOf(caller, answer.id);
  return presentCompletion(headOf(answer.id, asked.model, askedAt), wordsOf(answer), usage);
}

/**
 * A chunk cannot be taken back, and a model's sentence can be removed by its check: so the text is sent once it is checked,
 * with comments that keep the connection open until then.
 */
async function streamCompletion(
  caller: Caller,
  { question, model, includesUsage }: Asked,
  { headers, signal }: Exchange,
): Promise<RawResponse> {
  if (repeatKey(headers["idempotency-key"]) !== null) throw cannotRepeatStream();
  const place = answerContext(caller);
  const begin = (head: Head) => chunkOf(head, { role: "assistant", content: "" }, includesUsage);
  let recorded: number | null = null;
  async function* ending(head: Head): AsyncGenerator<string> {
    if (includesUsage) yield frameOf(usageChunk(head, await usageOf(caller, recorded)));
    yield "data: [DONE]\n\n";
  }
  const greeting = await greet(caller, question);
  if (greeting !== null) {
    const head = headOf(null, model, place.askedAt);
    const chunks = chunksOf(head, wordsOf(presentProgramGreeting(greeting)), includesUsage);
    const frames = [begin(head), ...chunks].map(frameOf);
    return eventsResponse(Readable.from(joined(frames, ending(head))));
  }
  const head = () => headOf(recorded, model, place.askedAt);
  const present = (event: AnswerEvent): object | object[] | null => {
    if (event.type === "started") {
      recorded = event.interactionId;
      return begin(head());
    }
    if (event.type === "done")
      return chunksOf(head(), wordsOf(presentProgramAnswer(event.answer, place)), includesUsage);
    return event.type === "failed" ? completionsError({ error: event.error, code: "unavailable" }) : null;
  };
  return streamAnswer(caller, question, signal, present, () => ending(head()));
}

async function* joined(first: string[], rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield* first;
  yield* rest;
}

/** The tokens of the model calls that wrote the answer, as recorded; none for quotes, approved answers and greetings. */
async function usageOf(caller: Caller, id: number | null): Promise<Usage> {
  const row = id === null ? null : await caller.transact((ctx) => orNull(getInteraction(ctx, id)));
  const [prompt, completion] = [row?.input_tokens ?? 0, row?.output_tokens ?? 0];
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}
