import { Readable } from "node:stream";
import type { AnswerEvent } from "#contract/answering/answers.ts";
import { personOf, type Caller } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { eventStream } from "#server/http/event-stream.ts";
import { eventsResponse, type RawResponse } from "#server/http/response.ts";
import { ask } from "./ask.ts";
import type { AskedQuestion } from "./asked-question.ts";

/**
 * Streams the answer to a question as events. `present` converts each event for the caller, also to several; null omits it.
 * `ending` follows the last one. A failure before the first event is an ordinary error with its status.
 */
export async function streamAnswer(
  caller: Caller,
  question: AskedQuestion,
  signal: AbortSignal,
  present: (event: AnswerEvent) => object | object[] | null,
  ending: () => AsyncIterable<string> | Iterable<string> = () => [],
): Promise<RawResponse> {
  let interactionId: number | null = null;
  const failed = (error: string): AnswerEvent => ({ type: "failed", interactionId, error });
  const tooSlow =
    "Your connection is too slow for this answer. It is saved: open it in your recent questions.";
  const events = eventStream<object>(signal, 15_000, [present(failed(tooSlow)) ?? {}].flat()[0] ?? {});
  const leave = new AbortController();
  // a session that ends also ends its open answer
  const unsubscribe = caller.services.events.subscribe({
    person: personOf(caller),
    send: () => undefined,
    end: () => leave.abort(),
  });
  const began = Promise.withResolvers<void>();
  const push = (event: AnswerEvent) => {
    if (event.type === "started") interactionId = event.interactionId;
    const shown = [present(event) ?? []].flat();
    if (shown.length === 0) return;
    shown.forEach(events.push);
    began.resolve();
  };
  const finished = ask(caller, question, AbortSignal.any([signal, leave.signal]), push)
    .then((answer) => push({ type: "done", answer }))
    .catch((error: unknown) => {
      // before the first event it is an ordinary error with its status
      began.reject(error);
      if (!(error instanceof AppError))
        caller.services.log.error({ err: error, requestId: caller.requestId }, "an answer failed");
      const message =
        error instanceof AppError
          ? error.message
          : "Something went wrong on our side. Your question is saved; ask again.";
      push(failed(message));
    })
    .finally(() => {
      unsubscribe();
      events.end();
    });
  await Promise.race([began.promise, finished]);
  return eventsResponse(Readable.from(followedBy(events.frames(), ending)));
}

async function* followedBy(
  frames: AsyncIterable<string>,
  ending: () => AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string> {
  yield* frames;
  yield* ending();
}
