import { AnswerEvent, ask } from "#contract/answers.ts";
import type { Request } from "#contract/endpoint.ts";
import { readError, send } from "../api.ts";

/**
 * Asks and hears the answer as it is written. A POST cannot use EventSource, so the stream is read by hand; an event
 * may arrive in pieces.
 * @throws ApiError when the question was refused before an answer began
 */
export async function* streamAnswer(
  question: Request<typeof ask>,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const response = await send(ask, question, { signal, accept: "text/event-stream" });
  if (!response.ok) throw await readError(response);
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    waiting += value;
    const frames = waiting.split("\n\n");
    waiting = frames.pop() ?? "";
    for (const frame of frames) {
      if (!frame.startsWith("data: ")) continue;
      const event = AnswerEvent.safeParse(JSON.parse(frame.slice("data: ".length)));
      if (event.success) yield event.data;
    }
  }
}
