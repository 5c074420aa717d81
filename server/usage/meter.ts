import type { Caller } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { ModelChunk, ModelRequest } from "#server/platform/models/models.ts";
import { ModelError } from "#server/platform/models/models.ts";
import { insertEntry, settleEntry, takeTokens } from "./store.ts";
import type { Purpose } from "./store.ts";

/**
 * Characters per token, for what is reserved before a call: English has about 4 in every tokenizer in use, other
 * languages fewer, so a reservation is rather too large; what the provider counted settles it.
 */
const charactersPerToken = 3;

/** For whom a call is made: the company pays, the interaction (if there is one) is why. */
export type Account = { companyId: number; interactionId: number | null; purpose: Purpose };

/** A call whose tokens are reserved. */
type Reservation = { settle(spent: { inputTokens: number; outputTokens: number }): Promise<void> };

/**
 * Streams from a model on a company's account: tokens are reserved before the call and settled after it, whatever
 * becomes of it.
 * @throws AppError limit_exceeded when the company's day is used up; ModelError
 */
export async function* streamMetered(
  caller: Caller,
  account: Account,
  request: ModelRequest,
): AsyncGenerator<ModelChunk> {
  const input = tokensOf(request.system.length + lengthOf(request.messages.map(({ content }) => content)));
  const reservation = await reserve(caller, account, request, input + request.maxOutputTokens);
  // until the provider says otherwise it has read everything and written what arrived
  let spent = { inputTokens: input, outputTokens: 0 };
  let characters = 0;
  try {
    for await (const chunk of caller.services.models.stream(request)) {
      if (chunk.type === "delta") {
        characters += chunk.text.length;
        spent.outputTokens = tokensOf(characters);
      } else
        spent = {
          inputTokens: chunk.inputTokens ?? spent.inputTokens,
          outputTokens: chunk.outputTokens ?? spent.outputTokens,
        };
      yield chunk;
    }
  } catch (error) {
    if (characters === 0 && wasNeverRead(error)) spent = { inputTokens: 0, outputTokens: 0 };
    throw error;
  } finally {
    await reservation.settle(spent);
  }
}

/** As `streamMetered`, for embeddings. */
export async function embedMetered(
  caller: Caller,
  account: Account,
  request: Parameters<Caller["services"]["models"]["embed"]>[0],
): Promise<number[][]> {
  const input = tokensOf(lengthOf(request.texts));
  const reservation = await reserve(caller, account, request, input);
  let inputTokens = input;
  try {
    const reply = await caller.services.models.embed(request);
    inputTokens = reply.inputTokens ?? input;
    return reply.vectors;
  } catch (error) {
    if (wasNeverRead(error)) inputTokens = 0;
    throw error;
  } finally {
    await reservation.settle({ inputTokens, outputTokens: 0 });
  }
}

async function reserve(
  caller: Caller,
  { companyId, interactionId, purpose }: Account,
  to: { baseUrl: string; model: string },
  tokens: number,
): Promise<Reservation> {
  const limit = caller.services.config.dailyTokensPerCompany;
  const id = await caller.transact(async (ctx) => {
    if ((await takeTokens(ctx, companyId, tokens, limit)) === null) throw usedUp(limit);
    return insertEntry(ctx, companyId, {
      interactionId,
      purpose,
      provider: new URL(to.baseUrl).host,
      model: to.model,
      reservedTokens: tokens,
    });
  });
  return {
    settle: (spent) => caller.transact((ctx) => settleEntry(ctx, { companyId, id }, spent)),
  };
}

function usedUp(limit: number): AppError {
  return new AppError(
    "limit_exceeded",
    `Your company has used its ${limit.toLocaleString("en")} model tokens of today. They start anew at midnight UTC; your question is kept.`,
  );
}

/** Refusals before any work cost nothing at the providers in use. */
function wasNeverRead(error: unknown): boolean {
  return (
    error instanceof ModelError && ["refused-key", "busy", "refused", "unreachable"].includes(error.fault)
  );
}

function lengthOf(texts: string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

function tokensOf(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}
