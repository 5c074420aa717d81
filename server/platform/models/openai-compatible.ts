import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { APICallError, embedMany, extractReasoningMiddleware, streamText, wrapLanguageModel } from "ai";
import { ModelError } from "./models.ts";
import type { Models } from "./models.ts";
import { patient } from "./patient.ts";

/** Longest silence between two pieces of an answer before the call is given up. */
const longestSilenceMs = 30_000;
/** An answer longer than this is not an answer; reading stops. */
const maximumCharacters = 60_000;

/** OpenAI, xAI and every server that speaks the same protocol, with the patience of `patient.ts`. */
export function openaiCompatibleModels(
  timing: { silenceMs?: number; firstPauseMs?: number; openMs?: number } = {},
): Models {
  return patient(singleTries(timing.silenceMs ?? longestSilenceMs), timing);
}

/**
 * Goes the way of a streamed answer once, to a server of its own on this machine: code that runs for the first time, most
 * of it that of `fetch`, holds the thread for 20 to 60 ms, and nobody's stream is to wait for that (`npm run bench -- holds`).
 */
export async function warmUpModels(): Promise<void> {
  const events = [
    { choices: [{ delta: { content: "<think>.</think>ready" } }] },
    { choices: [{ delta: {}, finish_reason: "stop" }], usage: { prompt_tokens: 1, completion_tokens: 1 } },
  ];
  const body = [...events.map((event) => JSON.stringify(event)), "[DONE]"].map((data) => `data: ${data}\n\n`);
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" }).end(body.join(""));
  });
  try {
    await once(server.listen(0, "127.0.0.1"), "listening");
    const chunks = openaiCompatibleModels({ silenceMs: 1_000, firstPauseMs: 1 }).stream({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      apiKey: "",
      model: "",
      system: ".",
      messages: [{ role: "user", content: "." }],
      temperature: 0,
      maxOutputTokens: 1,
      signal: new AbortController().signal,
    });
    for await (const _ of chunks) continue;
  } catch {
    // a proxy for all that is fetched, say: the first answer will be slower, that is all
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Each call is one request through the AI SDK. */
function singleTries(silenceMs: number): Models {
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
        setTimeout(() => stall.abort(new ModelError("silent", "The model stopped answering.")), silenceMs);
      let timer = watch();
      const result = streamText({
        model: wrapLanguageModel({ model: provider(request.model), middleware: withoutThoughts }),
        system: request.system,
        messages: request.messages,
        temperature: request.temperature,
        maxOutputTokens: request.maxOutputTokens,
        maxRetries: 0,
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
            const isCut = part.finishReason === "length";
            yield {
              type: "usage",
              inputTokens: counted(part.totalUsage.inputTokens),
              outputTokens: counted(part.totalUsage.outputTokens),
              isCut,
            };
          }
        }
      } catch (error) {
        const fault = asModelError(error, request.signal);
        throw characters > 0 && fault instanceof ModelError && fault.fault === "unreachable"
          ? brokenOff(error)
          : fault;
      } finally {
        clearTimeout(timer);
      }
      if (!finished) throw brokenOff();
    },

    async embed({ baseUrl, apiKey, model, texts, signal }) {
      const provider = createOpenAICompatible({
        name: "provider",
        baseURL: baseUrl,
        ...(apiKey === null ? {} : { apiKey }),
        fetch: refuseRedirects,
      });
      try {
        const { embeddings, usage } = await embedMany({
          model: provider.embeddingModel(model),
          values: texts,
          maxRetries: 0,
          abortSignal: AbortSignal.any([signal, AbortSignal.timeout(silenceMs)]),
        });
        return { vectors: sameLength(embeddings, texts.length), inputTokens: counted(usage.tokens) };
      } catch (error) {
        throw asModelError(error, signal);
      }
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

/** Servers that part no thoughts from an answer send them inside of it, as `<think>…</think>`. */
const withoutThoughts = extractReasoningMiddleware({ tagName: "think" });

const brokenOff = (cause?: unknown) => new ModelError("broken", "The model's answer broke off.", cause);

/** A key goes to the address it was given for and nowhere else. */
const refuseRedirects: typeof fetch = (input, init) => fetch(input, { ...init, redirect: "error" });

/** Counts from outside are hints: negative, fractional or absurd ones are not believed. */
function counted(value: number | undefined): number | null {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 && value < 10_000_000
    ? value
    : null;
}

/** As many vectors as texts, all as long as the first, only finite numbers: anything else is no embedding. */
function sameLength(vectors: number[][], texts: number): number[][] {
  const length = vectors[0]?.length ?? 0;
  const isWhole = (vector: number[]) => vector.length === length && vector.every(Number.isFinite);
  if (vectors.length !== texts || length === 0 || !vectors.every(isWhole))
    throw new ModelError("broken", "The embedding model's reply could not be read.");
  return vectors;
}

function abortOf(signal: AbortSignal): unknown {
  return signal.reason ?? new DOMException("stopped", "AbortError");
}

function asModelError(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof ModelError) return error;
  if (signal.aborted) return abortOf(signal);
  if (APICallError.isInstance(error)) {
    const status = error.statusCode;
    const pause = retryAfterOf(error.responseHeaders);
    if (status === 401 || status === 403)
      return new ModelError("refused-key", "The model's provider refused the key.", error);
    if (status === 429)
      return new ModelError("busy", "The model's provider is over its limit just now.", error, pause);
    if (status !== undefined && status >= 500)
      return new ModelError("unreachable", "The model's provider has a fault.", error, pause);
    if (status !== undefined && status >= 400)
      return new ModelError(
        "refused",
        `The model's provider refused the question (status ${status}).`,
        error,
      );
    return new ModelError("unreachable", "The model's provider could not be reached.", error);
  }
  return new ModelError("broken", "The model's reply could not be read.", error);
}

/** Seconds or a date (RFC 9110, section 10.2.3), as milliseconds from now. */
function retryAfterOf(headers: Record<string, string> | undefined): number | null {
  const value = headers?.["retry-after"];
  if (value === undefined) return null;
  const pause = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(pause) ? Math.max(0, pause) : null;
}
