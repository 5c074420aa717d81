import { EventSourceParserStream } from "eventsource-parser/stream";
import { AnswerEvent, ask } from "#contract/answering/answers.ts";
import type { Request } from "#contract/kernel/endpoint.ts";
import { readError, send } from "#web/kernel/api.ts";

/**
 * Asks a question and streams the answer. EventSource can't send a POST.
 * @throws ApiError when the question was refused before an answer began
 */
export async function* streamAnswer(
  question: Request<typeof ask>,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const response = await send(ask, question, { signal, accept: "text/event-stream" });
  if (!response.ok) throw await readError(response);
  if (response.body === null) return;
  const frames = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  const reader = frames.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const event = AnswerEvent.safeParse(JSON.parse(value.data));
    if (event.success) yield event.data;
  }
}
