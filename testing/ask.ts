import { Answer, ask as contract } from "#contract/answering/answers.ts";
import type { Request } from "#contract/kernel/endpoint.ts";

/** The call of the contract for questions, whose answer is recorded; a greeting gets a different reply. */
export const ask = { ...contract, output: Answer } as const;

/** The reply to a question as a stream of events. `signal`: the asker leaves. */
export const streamAnswer = (
  url: string,
  token: string,
  question: Request<typeof contract>,
  signal?: AbortSignal,
): Promise<Response> =>
  fetch(`${url}/api/chat`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "text/event-stream",
    },
    body: JSON.stringify(question),
    signal: signal ?? null,
  });
