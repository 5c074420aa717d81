import type { UsableKey } from "#server/models/llm/usable-key.ts";
import type { Caller } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { ModelError, type Urgency } from "#server/models/llm/models.ts";
import { streamMetered, type Account } from "./meter.ts";
import type { Prompt } from "#server/models/llm/prompt.ts";

type Patience = { outputTokens: number; longestMs: number; urgency?: Urgency; signal: AbortSignal };

/**
 * A small question to the model besides the answer itself (a rewritten follow-up, a judgement): its complete reply,
 * or null if the provider fails, the daily limit is reached, or it takes too long. Only a stop or a disconnect throws.
 */
export async function askModel(
  caller: Caller,
  account: Account,
  key: UsableKey,
  prompt: Prompt,
  { outputTokens, longestMs, urgency = "question", signal }: Patience,
): Promise<string | null> {
  const clock = AbortSignal.timeout(longestMs);
  let text = "";
  try {
    const chunks = streamMetered(caller, account, {
      ...key,
      ...prompt,
      temperature: 0,
      urgency,
      maxOutputTokens: outputTokens,
      signal: AbortSignal.any([signal, clock]),
    });
    for await (const chunk of chunks) if (chunk.type === "delta") text += chunk.text;
    return text;
  } catch (error) {
    signal.throwIfAborted();
    if (clock.aborted || error instanceof ModelError) return null;
    if (error instanceof AppError && error.code === "limit_exceeded") return null;
    throw error;
  }
}
