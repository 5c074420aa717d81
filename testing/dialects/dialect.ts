import type { IncomingHttpHeaders, ServerResponse } from "node:http";

export type Body = Record<string, unknown>;
export type Usage = { prompt_tokens: number; completion_tokens: number };
export type Finish = "stop" | "length" | "refused";
/** A response that isn't a stream. */
export type Refusal = { status: number; body: unknown; headers?: Record<string, string> };

export type Writing = { model: string; fingerprint: string | null };

/** Writes one streamed reply, piece by piece. */
export type Writer = {
  begin(): void;
  /** false: the reader is slower than the writer. */
  text(piece: string): boolean;
  /** The end of the stream as the provider sends it, with the token counts last. */
  end(finish: Finish, usage: Usage): void;
};

/** A provider's protocol: accepted parameters, refusals, streaming. Written by hand from its documentation. */
export type Dialect = {
  /** Path of an answer call, after the dialect's own prefix. */
  path: RegExp;
  contentType: string;
  keyIn(headers: IncomingHttpHeaders): string | undefined;
  modelIn(path: string, body: Body): string;
  /** All text of the prompt. */
  promptIn(body: Body): string;
  /** The call's maximum output tokens. */
  limitIn(body: Body): number | null;
  /** The provider's refusal of this call for this model. */
  refuse(call: { model: string; headers: IncomingHttpHeaders; body: Body }): Refusal | null;
  keyRefused(key: string): Refusal;
  modelGone(model: string): Refusal;
  /** Replaces an empty text if thinking used up all output tokens; null if the provider sends that text. */
  noRoom: Refusal | null;
  /** The account is not paid for; null if the provider sends nothing of its own. */
  noCredit: Refusal | null;
  /** The prompt exceeds the model's context of `most` tokens. */
  tooLong(tokens: number, most: number): Refusal;
  /** Any other status, such as 429 and 500. */
  failed(status: number): Refusal;
  writer(response: ServerResponse, writing: Writing): Writer;
  /** The response of `GET …/models`. */
  list(models: string[]): unknown;
};

/**
 * The schema's fault by the rules of OpenAI's strict mode, which the others' are not stricter than: every field required, no
 * others allowed (https://developers.openai.com/api/docs/guides/structured-outputs). null: it has none.
 */
export function faultOfSchema(schema: unknown, at = "()"): string | null {
  if (typeof schema !== "object" || schema === null) return `In context=${at}, the schema is not an object.`;
  const { type, properties, required, additionalProperties, items } = schema as Record<string, unknown>;
  if (type === "array") return faultOfSchema(items, `${at}.items`);
  if (type !== "object")
    return type === undefined ? `In context=${at}, schema must have a 'type' key.` : null;
  if (additionalProperties !== false)
    return `In context=${at}, 'additionalProperties' is required to be supplied and to be false.`;
  const fields = Object.entries(properties as Record<string, unknown>);
  const needed = (required ?? []) as string[];
  if (fields.some(([name]) => !needed.includes(name)))
    return `In context=${at}, 'required' is required to be supplied and to be an array including every key in properties.`;
  return (
    fields.map(([name, own]) => faultOfSchema(own, `${at}.${name}`)).find((fault) => fault !== null) ?? null
  );
}

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

/** The first body field that the provider doesn't know. */
export function unknownField(body: Body, known: readonly string[]): string | undefined {
  return Object.keys(body).find((name) => !known.includes(name));
}
