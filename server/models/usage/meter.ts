import type { Caller, Context } from "#server/kernel/context.ts";
import type { PaidEmbed } from "#server/models/encoders/served-encoder.ts";
import { AppError } from "#server/platform/errors.ts";
import { notifyModelGone } from "#server/notices/notifications/model-gone.ts";
import { isNearLimit, notifySpendNearLimit } from "#server/notices/notifications/spend.ts";
import { noRoomMessage } from "#server/models/llm/faults.ts";
import type { ProviderName } from "#contract/models/providers.ts";
import {
  type ModelChunk,
  type ModelEnd,
  type ModelRequest,
  type SentParameters,
  modelAccess,
  ModelError,
} from "#server/models/llm/models.ts";
import { findModel } from "#server/models/llm/catalog.ts";
import { mostTokens, mostTokensOf } from "#server/models/llm/tokens.ts";
import { moreRoomFor, roomFor } from "#server/models/llm/parameters.ts";
import { providerAt } from "#server/kernel/config/providers.ts";
import { readCatalog } from "#server/models/models/catalog.ts";
import { costOf } from "#server/models/models/cost.ts";
import { emit } from "#server/notices/webhooks/emit.ts";
import { insertEntry, settleEntry, takeTokens, type Purpose } from "./store.ts";

/** Who a call is for: the company pays, the interaction (if any) is the reason. */
export type Account = {
  companyId: number;
  interactionId: number | null;
  purpose: Purpose;
  /** Told of every call that was sent, however it ended. */
  report?(call: MadeCall): void;
};

/** A call as the record keeps it. */
export type MadeCall = {
  purpose: Purpose;
  provider: ProviderName;
  asked: string;
  /** null: the call ended before the provider named its model. */
  answeredBy: string | null;
  fingerprint: string | null;
  parameters: SentParameters;
  inputTokens: number;
  outputTokens: number;
  /** The provider sent no counts: these are the ledger's own. */
  areEstimated: boolean;
};

/** `model`: the one that answered, if reported. */
type Spent = { inputTokens: number; outputTokens: number; model?: string };
const nothing: Spent = { inputTokens: 0, outputTokens: 0 };

/** A call with reserved tokens. */
type Reservation = { settle(spent: Spent): Promise<void> };

/**
 * Streams from a model on a company's account: tokens are reserved before each call and settled after it, however it
 * ends. `maxOutputTokens` is the answer's limit; thinking models get extra tokens, and once more if thinking used up
 * all of them.
 * @throws AppError limit_exceeded if the daily limit is reached; ModelError, `empty` if nothing was written
 */
export async function* streamMetered(
  caller: Caller,
  account: Account,
  request: ModelRequest,
): AsyncGenerator<ModelChunk> {
  const room = roomFor(request, request.maxOutputTokens);
  const first = yield* untilWords(callMetered(caller, account, { ...request, maxOutputTokens: room }), null);
  if (first === null) return;
  const more = moreRoomFor(request.maxOutputTokens);
  const second = first.isCut
    ? yield* untilWords(callMetered(caller, account, { ...request, maxOutputTokens: more }), first)
    : first;
  if (second !== null)
    throw new ModelError("empty", second.isCut ? noRoomMessage : "The model's answer was empty.");
}

/** How a call without output ended. */
type Wordless = Pick<ModelEnd, "isCut" | "inputTokens" | "outputTokens">;

/**
 * Passes on a call's output, with the usage of an `earlier` one; without output, yields nothing and returns how it
 * ended.
 */
async function* untilWords(
  chunks: AsyncIterable<ModelChunk>,
  earlier: Wordless | null,
): AsyncGenerator<ModelChunk, Wordless | null> {
  let hasWords = false;
  try {
    for await (const chunk of chunks) {
      if (chunk.type === "delta") {
        hasWords ||= chunk.text.trim() !== "";
        yield chunk;
        continue;
      }
      const whole = {
        ...chunk,
        inputTokens: sum(chunk.inputTokens, earlier?.inputTokens ?? 0),
        outputTokens: sum(chunk.outputTokens, earlier?.outputTokens ?? 0),
      };
      if (!hasWords) return whole;
      yield whole;
    }
  } catch (error) {
    if (!(error instanceof ModelError) || error.fault !== "empty") throw error;
    return { isCut: true, inputTokens: null, outputTokens: null };
  }
  return null;
}

function sum(one: number | null, other: number): number | null {
  return one === null ? null : one + other;
}

/** One call, without a second one for a model that thought too long. */
export async function* callMetered(
  caller: Caller,
  account: Account,
  request: ModelRequest,
): AsyncGenerator<ModelChunk> {
  const input = mostTokensOf(request);
  const reservation = await reserve(caller, account, request, input + request.maxOutputTokens);
  let text = "";
  const written = () => Math.min(mostTokens(text), request.maxOutputTokens);
  let spent: Spent | null = null;
  let end: ModelEnd | null = null;
  let sent: SentParameters | null = null;
  const onSent = (parameters: SentParameters) => void (sent = parameters);
  try {
    for await (const chunk of modelAccess.of(caller.services).stream({ ...request, onSent })) {
      if (chunk.type === "delta") {
        text += chunk.text;
      } else {
        end = chunk;
        spent = {
          inputTokens: believed(chunk.inputTokens, input) ?? input,
          outputTokens: believed(chunk.outputTokens, request.maxOutputTokens) ?? written(),
          model: chunk.answeredBy,
        };
      }
      yield chunk;
    }
  } catch (error) {
    if (text === "" && wasNeverRead(error)) spent = nothing;
    // a model that used up its limit on thinking still costs tokens
    if (error instanceof ModelError && error.fault === "empty")
      spent = { inputTokens: input, outputTokens: request.maxOutputTokens };
    // the key check reads it there
    if (error instanceof ModelError && error.fault === "gone" && account.purpose !== "key-check")
      await caller.transact((ctx) => notifyModelGone(ctx, account.companyId, request.model));
    throw error;
  } finally {
    // an interrupted provider has read everything and written what arrived
    const { model: _, ...tokens } = spent ?? { inputTokens: input, outputTokens: written() };
    if (sent !== null)
      account.report?.({
        purpose: account.purpose,
        provider: request.provider,
        asked: request.model,
        answeredBy: end?.answeredBy ?? null,
        fingerprint: end?.fingerprint ?? null,
        parameters: sent,
        inputTokens: end?.inputTokens ?? tokens.inputTokens,
        outputTokens: end?.outputTokens ?? tokens.outputTokens,
        areEstimated:
          spent !== nothing && (end === null || end.inputTokens === null || end.outputTokens === null),
      });
    await reservation.settle(spent ?? tokens);
  }
}

/** Embeds on a company's account, like `streamMetered`. */
export function embedOn(caller: Caller, account: Account): PaidEmbed {
  return async (request) => {
    const input = mostTokens(request.texts.join("\n"));
    const reservation = await reserve(caller, account, request, input);
    let inputTokens = input;
    try {
      const reply = await modelAccess.of(caller.services).embed(request);
      inputTokens = believed(reply.inputTokens, input) ?? input;
      return reply.vectors;
    } catch (error) {
      if (wasNeverRead(error)) inputTokens = 0;
      throw error;
    } finally {
      await reservation.settle({ inputTokens, outputTokens: 0 });
    }
  };
}

/**
 * A share of a company's daily limit: a thousand uploads must not leave its people without answers. Half is a choice,
 * not a measurement.
 */
const shareOfDay: Partial<Record<Purpose, number>> = { tags: 0.5 };

async function reserve(
  caller: Caller,
  { companyId, interactionId, purpose }: Account,
  to: { baseUrl: string; model: string },
  tokens: number,
): Promise<Reservation> {
  const limit = caller.services.config.dailyTokensPerCompany;
  const id = await caller.transact(async (ctx) => {
    const own = Math.floor(limit * (shareOfDay[purpose] ?? 1));
    const used = await takeTokens(ctx, companyId, tokens, own);
    if (used === null) throw usedUp(limit, interactionId !== null);
    if (isNearLimit({ tokens: used, limit })) await notifyNearLimit(ctx, companyId, { tokens: used, limit });
    return insertEntry(ctx, companyId, {
      interactionId,
      purpose,
      provider: new URL(to.baseUrl).host,
      model: to.model,
      reservedTokens: tokens,
    });
  });
  return {
    async settle(spent) {
      const cost = await caller.transact(async (ctx) => {
        await settleEntry(ctx, { companyId, id }, spent);
        // as the report of spending prices it: by the model that answered, whoever serves it
        return costOf(findModel(await readCatalog(ctx), "compatible", spent.model ?? to.model), spent);
      });
      if (cost !== null) caller.services.metrics.spent(providerAt(to.baseUrl), cost);
    },
  };
}

async function notifyNearLimit(
  ctx: Context,
  companyId: number,
  spent: { tokens: number; limit: number },
): Promise<void> {
  await notifySpendNearLimit(ctx, companyId, spent);
  const day = ctx.now.toISOString().slice(0, 10);
  const data = { day, ...spent, link: "/reports?view=spend" };
  await emit(ctx, companyId, { type: "spend.near_limit", data }, `spend ${day}`);
}

function usedUp(limit: number, isSaved: boolean): AppError {
  return new AppError(
    "limit_exceeded",
    `Your company has used its ${limit.toLocaleString("en")} model tokens for today. The limit resets at midnight UTC${isSaved ? "; your question is saved" : ""}.`,
  );
}

/** Refusals before any work are free at the current providers. */
function wasNeverRead(error: unknown): boolean {
  return (
    error instanceof ModelError &&
    [
      "refused-key",
      "no-credit",
      "too-long",
      "busy",
      "refused",
      "gone",
      "no-provider",
      "unreachable",
    ].includes(error.fault)
  );
}

/** A provider's own count, if plausible. */
function believed(count: number | null, most: number): number | null {
  return count !== null && count <= most ? count : null;
}
