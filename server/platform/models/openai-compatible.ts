import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { APICallError, RetryError, streamText } from "ai";
import { ModelError } from "./models.ts";
import type { Models } from "./models.ts";

/** Longest silence between two pieces of an answer before the call is given up. */
const stallMilliseconds = 30_000;
/** An answer longer than this is not an answer; reading stops. */
const maximumCharacters = 60_000;

/** OpenAI, xAI and every server that speaks the same protocol, through the AI SDK's chat completions. */
export function openaiCompatibleModels(): Models {
  return {
    async *stream(request) {
      const provider = createOpenAICompatible({
        name: "provider",
        baseURL: request.baseUrl,
        apiKey: request.apiKey,
        includeUsage: true,
        fetch: refuseRedirects,
      });
      const stall = new AbortController();
      const watch = () =>
        setTimeout(
          () => stall.abort(new ModelError("unreachable", "The model stopped answering.")),
          stallMilliseconds,
        );
      let timer = watch();
      const result = streamText({
        model: provider(request.model),
        system: request.system,
        messages: request.messages,
        temperature: request.temperature,
        maxOutputTokens: request.maxOutputTokens,
        maxRetries: 2,
        abortSignal: AbortSignal.any([request.signal, stall.signal]),
        onError: () => undefined,
      });
      let characters = 0;
      let finished = false;
      try {
        for await (const part of result.fullStream) {
          clearTimeout(timer);
          timer = watch();
          if (part.type === "error") throw part.error;
          if (part.type === "abort")
            throw stall.signal.aborted ? stall.signal.reason : abortOf(request.signal);
          if (part.type === "text-delta") {
            characters += part.text.length;
            if (characters > maximumCharacters)
              throw new ModelError("broken", "The model's reply was far too long.");
            yield { type: "delta", text: part.text };
          }
          if (part.type === "finish") {
            // without a finish reason the stream was cut, however politely
            finished = part.finishReason === "stop" || part.finishReason === "length";
            yield {
              type: "usage",
              inputTokens: counted(part.totalUsage.inputTokens),
              outputTokens: counted(part.totalUsage.outputTokens),
              finished,
            };
          }
        }
      } catch (error) {
        throw asModelError(error, request.signal);
      } finally {
        clearTimeout(timer);
      }
      if (!finished) throw new ModelError("broken", "The model's answer broke off.");
    },

    async check({ baseUrl, apiKey, signal }) {
      try {
        const response = await refuseRedirects(`${baseUrl}/models`, {
          headers: { authorization: `Bearer ${apiKey}` },
          signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
        });
        await response.body?.cancel();
        if (response.ok) return { ok: true, message: "The provider accepted the key." };
        if (response.status === 401 || response.status === 403)
          return { ok: false, message: `The provider refused the key (${response.status}).` };
        return { ok: false, message: `The provider answered with status ${response.status}.` };
      } catch {
        return { ok: false, message: "The provider could not be reached." };
      }
    },
  };
}

/** A key goes to the address it was given for and nowhere else. */
const refuseRedirects: typeof fetch = (input, init) => fetch(input, { ...init, redirect: "error" });

/** Counts from outside are hints: negative, fractional or absurd ones are not believed. */
function counted(value: number | undefined): number | null {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 && value < 10_000_000
    ? value
    : null;
}

function abortOf(signal: AbortSignal): unknown {
  return signal.reason ?? new DOMException("stopped", "AbortError");
}

function asModelError(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof ModelError) return error;
  if (signal.aborted) return abortOf(signal);
  const last = RetryError.isInstance(error) ? error.lastError : error;
  if (APICallError.isInstance(last)) {
    const status = last.statusCode;
    if (status === 401 || status === 403)
      return new ModelError("refused-key", "The model's provider refused the key.", last);
    if (status === 429)
      return new ModelError("busy", "The model's provider is over its limit just now.", last);
    if (status !== undefined && status >= 500)
      return new ModelError("unreachable", "The model's provider has a fault.", last);
    if (status !== undefined && status >= 400)
      return new ModelError("refused", `The model's provider refused the question (status ${status}).`, last);
    return new ModelError("unreachable", "The model's provider could not be reached.", last);
  }
  return new ModelError("broken", "The model's reply could not be read.", last);
}
