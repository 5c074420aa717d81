import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  embedMany,
  extractReasoningMiddleware,
  streamText,
  wrapLanguageModel,
  type LanguageModelMiddleware,
} from "ai";
import type { ModelParameter } from "#contract/models/providers.ts";
import { readAnswerer, type Answerer } from "./answered-by.ts";
import { abortOf, asModelError, filteredMessage } from "./faults.ts";
import { fetchProvider } from "./fetch.ts";
import {
  ModelError,
  type EmbeddingRequest,
  type Embeddings,
  type ModelChunk,
  type ModelRequest,
} from "./models.ts";
import type { Shape } from "./prompt.ts";
import { parametersOf } from "./parameters.ts";
import type { Paces } from "./paces.ts";
import { providers } from "./providers.ts";
import { mostTokensOf } from "./tokens.ts";

/** The maximum length of an answer; reading stops there. */
const maximumCharacters = 60_000;

/** Servers that do not separate thoughts from an answer send them inside it, as `<think>…</think>`. */
const withoutThoughts = extractReasoningMiddleware({ tagName: "think" });

// its notes on parameters would go to the console; sent parameters are decided here and stored with the answer
globalThis.AI_SDK_LOG_WARNINGS = false;

export type Waits = { readingMs: number; silenceMs: number; totalMs: number };

/**
 * Streams one call to any provider. Until the first word the model reads: it has the time that its measured speed needs,
 * twice but at most twice `readingMs`, or that if nothing was measured, besides `silenceMs`. From then on, `silenceMs` between two chunks and
 * `totalMs` in all.
 */
export async function* streamOnce(
  request: ModelRequest,
  refuses: ReadonlySet<ModelParameter>,
  waits: Waits,
  paces: Paces,
): AsyncGenerator<ModelChunk> {
  const provider = providers[request.provider];
  const parameters = parametersOf(request, refuses);
  const stall = new AbortController();
  const giveUp = (ms: number, said: string) =>
    setTimeout(() => stall.abort(new ModelError("silent", said)), ms);
  const started = performance.now();
  const firstMs = waits.silenceMs + readingMs(request, waits, paces);
  const timers = {
    silence: giveUp(firstMs, `The model did not begin to answer within ${inSeconds(firstMs)}.`),
    total: undefined as NodeJS.Timeout | undefined,
  };
  let characters = 0;
  let finished = false;
  let answerer: Answerer = { model: null, fingerprint: null };
  try {
    request.onSent?.(parameters);
    const model = await provider.languageModel(request, { model: request.model, refuses });
    const shape = parameters.responseFormat === undefined ? undefined : request.shape;
    const result = streamText({
      model: wrapLanguageModel({
        model,
        middleware: [withoutThoughts, ...(shape === undefined ? [] : [inShape(shape)])],
      }),
      system: systemOf(request, shape),
      messages: request.messages,
      ...(shape === undefined ? {} : provider.schema),
      ...provider.length(request.maxOutputTokens),
      ...(parameters.temperature === undefined ? {} : { temperature: parameters.temperature }),
      ...(parameters.reasoningEffort === undefined ? {} : { reasoning: parameters.reasoningEffort }),
      maxRetries: 0,
      abortSignal: AbortSignal.any([request.signal, stall.signal]),
      include: { rawChunks: true },
      onError: () => undefined,
    });
    for await (const part of result.fullStream) {
      if (timers.total === undefined && isWord(part.type)) {
        paces.noteRead(request, performance.now() - started);
        timers.total = giveUp(waits.totalMs, "The model took too long to finish its answer.");
      }
      if (timers.total !== undefined) {
        clearTimeout(timers.silence);
        timers.silence = giveUp(waits.silenceMs, "The model stopped answering.");
      }
      if (part.type === "error") throw part.error;
      if (part.type === "abort") throw stall.signal.aborted ? stall.signal.reason : abortOf(request.signal);
      if (part.type === "raw") answerer = readAnswerer(part.rawValue, answerer);
      if (part.type === "text-delta") {
        characters += part.text.length;
        if (characters > maximumCharacters)
          throw new ModelError("broken", "The model's reply was far too long.");
        yield { type: "delta", text: part.text };
      }
      if (part.type === "finish") {
        if (part.finishReason === "content-filter") throw new ModelError("filtered", filteredMessage);
        // without a finish reason, the stream was cut off, however cleanly it closed
        finished = part.finishReason === "stop" || part.finishReason === "length";
        yield {
          type: "usage",
          inputTokens: counted(part.totalUsage.inputTokens),
          outputTokens: counted(part.totalUsage.outputTokens),
          isCut: part.finishReason === "length",
          answeredBy: answerer.model ?? request.model,
          fingerprint: answerer.fingerprint,
          parameters,
        };
      }
    }
  } catch (error) {
    const fault = asModelError(error, request.signal, secretsOf(request));
    if (stall.signal.aborted && timers.total === undefined)
      paces.noteUnread(request, performance.now() - started);
    if (fault instanceof ModelError && fault.fault === "too-long") paces.noteTooLong(request);
    throw characters > 0 && fault instanceof ModelError && fault.fault === "unreachable"
      ? brokenOff(error)
      : fault;
  } finally {
    clearTimeout(timers.silence);
    clearTimeout(timers.total);
  }
  if (!finished) throw brokenOff();
}

function systemOf({ system, shape }: ModelRequest, sent: Shape | undefined): string {
  const form = sent?.inSchema ?? shape?.inLines;
  return form === undefined ? system : `${system}\n\n${form}`;
}

/** Has the provider hold its model to the schema; the text passes as it comes. */
const inShape = ({ schema }: Shape): LanguageModelMiddleware => ({
  specificationVersion: "v4",
  transformParams: ({ params }) =>
    Promise.resolve({ ...params, responseFormat: { type: "json", schema, name: "answer" } }),
});

/** What shows that the prompt was read: a word of the answer, or of the thoughts before it. */
const isWord = (type: string) => type === "text-delta" || type === "reasoning-delta";

function readingMs(request: ModelRequest, waits: Waits, paces: Paces): number {
  const speed = paces.speedOf(request);
  // a prompt is chosen to be read in this time, so twice as long is too long
  return speed === null
    ? waits.readingMs
    : Math.min(2 * waits.readingMs, ((2 * mostTokensOf(request)) / speed) * 1_000);
}

function inSeconds(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1_000));
  return seconds === 1 ? "a second" : `${seconds} seconds`;
}

/** Embeds through OpenAI's protocol, in one call. */
export async function embedOnce(request: EmbeddingRequest, silenceMs: number): Promise<Embeddings> {
  const { baseUrl, apiKey, model, texts, signal } = request;
  const provider = createOpenAICompatible({
    name: "provider",
    baseURL: baseUrl,
    ...(apiKey === null ? {} : { apiKey }),
    fetch: fetchProvider,
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
    throw asModelError(error, signal, secretsOf(request));
  }
}

export function secretsOf({ apiKey }: { apiKey: string | null }): string[] {
  return apiKey === null ? [] : [apiKey];
}

const brokenOff = (cause?: unknown) => new ModelError("broken", "The model's answer was cut off.", { cause });

/** External counts are hints: negative, fractional or absurd ones are ignored. */
function counted(value: number | undefined): number | null {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 && value < 10_000_000
    ? value
    : null;
}

/** As many vectors as texts, all of the first one's length, only finite numbers: anything else is invalid. */
function sameLength(vectors: number[][], texts: number): number[][] {
  const length = vectors[0]?.length ?? 0;
  const isWhole = (vector: number[]) => vector.length === length && vector.every(Number.isFinite);
  if (vectors.length !== texts || length === 0 || !vectors.every(isWhole))
    throw new ModelError("broken", "The embedding model's reply could not be read.");
  return vectors;
}
