import type { IncomingHttpHeaders, ServerResponse } from "node:http";

export type Body = Record<string, unknown>;
export type Usage = { prompt_tokens: number; completion_tokens: number };
export type Finish = "stop" | "length" | "refused";
/** An answer that is no stream. */
export type Refusal = { status: number; body: unknown; headers?: Record<string, string> };

export type Writing = { model: string; fingerprint: string | null };

/** Writes one streamed reply, piece by piece. */
export type Writer = {
  begin(): void;
  /** false: the reader is slower than the writer. */
  text(piece: string): boolean;
  /** The end as the provider sends it, the count of tokens last. */
  end(finish: Finish, usage: Usage): void;
};

/** How a provider speaks: what it accepts, how it refuses, how it streams. Recorded by hand from its documentation. */
export type Dialect = {
  /** Of a call for an answer, after the dialect's own prefix. */
  path: RegExp;
  contentType: string;
  keyIn(headers: IncomingHttpHeaders): string | undefined;
  modelIn(path: string, body: Body): string;
  /** All words of the prompt. */
  promptIn(body: Body): string;
  /** The most output tokens that the call allows. */
  limitIn(body: Body): number | null;
  /** What the provider refuses about this call, for this model. */
  refuse(call: { model: string; headers: IncomingHttpHeaders; body: Body }): Refusal | null;
  keyRefused(key: string): Refusal;
  modelGone(model: string): Refusal;
  /** Instead of an empty text, where all the room went into thinking; null where the provider sends that text. */
  noRoom: Refusal | null;
  /** Any other status, such as 429 and 500. */
  failed(status: number): Refusal;
  writer(response: ServerResponse, writing: Writing): Writer;
  /** The list of models that `GET …/models` answers. */
  list(models: string[]): unknown;
};

export function sendEvent(response: ServerResponse, data: unknown, event?: string): boolean {
  const name = event === undefined ? "" : `event: ${event}\n`;
  return response.write(`${name}data: ${JSON.stringify(data)}\n\n`);
}

/** Texts of messages whose content is a string or a list of parts. */
export function textsIn(messages: unknown): string {
  const all = Array.isArray(messages) ? messages : [];
  return all
    .flatMap((message: { content?: unknown; parts?: unknown }) => {
      const content = message.content ?? message.parts;
      return typeof content === "string"
        ? [content]
        : ((content ?? []) as { text?: string }[]).map((part) => part.text ?? "");
    })
    .join("\n");
}

/** The first of a body's fields that is not among those the provider knows. */
export function unknownField(body: Body, known: readonly string[]): string | undefined {
  return Object.keys(body).find((name) => !known.includes(name));
}
