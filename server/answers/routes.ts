import { Readable } from "node:stream";
import type { AnswerEvent } from "#contract/answers.ts";
import * as contract from "#contract/answers.ts";
import type { Input } from "#contract/endpoint.ts";
import { personOf } from "#server/context.ts";
import type { Caller } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { handedOver, longRoute, route } from "#server/http/bind.ts";
import type { Exchange } from "#server/http/bind.ts";
import { listHistory } from "#server/interactions/history.ts";
import { eventStream } from "#server/http/event-stream.ts";
import { ask } from "./ask.ts";
import { getCitationPicture } from "./citation-picture.ts";
import { rateAnswer } from "./rate.ts";

/** One verb, two shapes: a JSON document, or the same answer as typed events when the caller accepts a stream. */
function answer(caller: Caller, question: Input<typeof contract.ask>, { request, reply, signal }: Exchange) {
  if (!request.headers.accept?.includes("text/event-stream"))
    return ask(caller, question, signal, () => undefined);
  return streamAnswer(caller, question, { reply, signal });
}

async function streamAnswer(
  caller: Caller,
  question: Input<typeof contract.ask>,
  { reply, signal }: Pick<Exchange, "reply" | "signal">,
) {
  let interactionId: number | null = null;
  const events = eventStream<AnswerEvent>(signal, 15_000, {
    type: "failed",
    interactionId,
    error: "Your connection is too slow for this answer. It is kept: open it in your recent questions.",
  });
  const leave = new AbortController();
  // a session that ends takes its open answer with it
  const unsubscribe = caller.services.events.subscribe({
    person: personOf(caller),
    send: () => undefined,
    end: () => leave.abort(),
  });
  const began = Promise.withResolvers<void>();
  const push = (event: AnswerEvent) => {
    if (event.type === "started") interactionId = event.interactionId;
    events.push(event);
    began.resolve();
  };
  const finished = ask(caller, question, AbortSignal.any([signal, leave.signal]), push)
    .then((result) => events.push({ type: "done", answer: result }))
    .catch((error: unknown) => {
      // before the first event it is an ordinary error with its status
      began.reject(error);
      if (!(error instanceof AppError))
        caller.services.log.error({ err: error, requestId: caller.requestId }, "an answer failed");
      const message =
        error instanceof AppError
          ? error.message
          : "Something went wrong on our side. Your question is kept; ask again.";
      events.push({ type: "failed", interactionId, error: message });
    })
    .finally(() => {
      unsubscribe();
      events.end();
    });
  await Promise.race([began.promise, finished]);
  reply.header("content-type", "text/event-stream; charset=utf-8").header("x-accel-buffering", "no");
  reply.send(Readable.from(events.frames()));
  return handedOver;
}

export const routes = [
  longRoute(contract.ask, answer),
  longRoute(contract.stopAnswer, (caller, { interactionId }) =>
    Promise.resolve({ stopped: caller.services.running.stop(interactionId, personOf(caller).id) }),
  ),
  route(contract.rateAnswer, rateAnswer),
  longRoute(contract.getCitationPicture, getCitationPicture),
  route(contract.listHistory, listHistory),
];
