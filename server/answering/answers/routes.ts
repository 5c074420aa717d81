import { runningAnswers } from "./running.ts";
import * as contract from "#contract/answering/answers.ts";
import type { Input } from "#contract/kernel/endpoint.ts";
import { personOf, type Caller } from "#server/kernel/context.ts";
import { longRoute, route, type Call } from "#server/http/route.ts";
import { listHistory } from "#server/answering/interactions/history.ts";
import { ask } from "./ask.ts";
import { getCitationPicture } from "./citation-picture.ts";
import { greet, greetingEvents } from "./greet.ts";
import { rateAnswer } from "./rate.ts";
import { streamAnswer } from "./stream-answer.ts";

/** One verb, two forms: a JSON document, or the same answer as typed events if the caller accepts a stream. */
async function answer(caller: Caller, question: Input<typeof contract.ask>, { headers, signal }: Call) {
  const isStreamed = headers.accept?.includes("text/event-stream") ?? false;
  const greeting = await greet(caller, question);
  if (greeting !== null) return isStreamed ? greetingEvents(greeting) : greeting;
  if (!isStreamed) return ask(caller, question, signal, () => undefined);
  return streamAnswer(caller, question, signal, (event) => event);
}

export const routes = [
  longRoute(contract.ask, answer),
  longRoute(contract.stopAnswer, (caller, { interactionId }) =>
    Promise.resolve({ stopped: runningAnswers.of(caller.services).stop(interactionId, personOf(caller).id) }),
  ),
  route(contract.rateAnswer, rateAnswer),
  longRoute(contract.getCitationPicture, getCitationPicture),
  route(contract.listHistory, listHistory),
];
