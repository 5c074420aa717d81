import { createHash } from "node:crypto";
import {
  circuitBreaker,
  ConsecutiveBreaker,
  DelegateBackoff,
  handleWhen,
  isBrokenCircuitError,
  retry,
  wrap,
  type IPolicy,
} from "cockatiel";
import { heard } from "#server/platform/heard.ts";
import { ModelError, type ModelChunk, type ModelRequest, type Models } from "./models.ts";

const retries = 2;
/** Longer requested pauses are not waited for, since a person is waiting. */
const longestPauseMs = 8_000;
const firstPauseMs = 400;
/** This many calls in a row must fail, with all their retries, before the provider is paused … */
const failuresToOpen = 5;
/** … for this long; then one call tests whether it is back. A few seconds: people wait, and one test costs little. */
const openMs = 5_000;
/** Providers and keys remembered at once; the oldest is forgotten first. */
const breakersKept = 1_000;

/**
 * Model access with retries (twice at most, after the provider's requested pause, otherwise after growing ones with
 * jitter, never once words have arrived) that pauses a provider that keeps failing: per address and key, and Smart and
 * Smarter apart.
 */
export function withRetries(
  models: Models,
  timing: { firstPauseMs?: number | undefined; openMs?: number | undefined } = {},
): Models {
  const pauses = { firstPauseMs: timing.firstPauseMs ?? firstPauseMs, openMs: timing.openMs ?? openMs };
  const policies = new Map<string, IPolicy>();

  function policyFor({ baseUrl, apiKey, slot }: Called): IPolicy {
    const key = createHash("sha256")
      .update(`${baseUrl}\n${slot ?? ""}\n${apiKey ?? ""}`)
      .digest("base64url");
    const policy = policies.get(key) ?? createPolicy(pauses);
    policies.delete(key);
    policies.set(key, policy);
    const oldest = policies.keys().next();
    if (policies.size > breakersKept && !oldest.done) policies.delete(oldest.value);
    return policy;
  }

  async function guarded<T>(to: Called & { signal: AbortSignal }, work: () => Promise<T>) {
    try {
      // the pause between retries does not delay an abort
      return await heard(policyFor(to).execute(work, to.signal), to.signal);
    } catch (error) {
      if (!isBrokenCircuitError(error)) throw error;
      throw new ModelError(
        "unreachable",
        "The model's provider has failed several times in a row and will be retried in a few seconds.",
        { cause: error },
      );
    }
  }

  return {
    async *stream(request) {
      const { first, rest } = await guarded(request, () => begin(models, request));
      try {
        for (let step = first; !step.done; step = await rest.next()) yield step.value;
      } finally {
        await rest.return?.();
      }
    },
    embed: (request) => guarded(request, () => models.embed(request)),
    list: (place) => models.list(place),
    readingRoom: (model) => models.readingRoom(model),
  };
}

type Called = Pick<ModelRequest, "baseUrl" | "apiKey" | "slot">;

type Begun = { first: IteratorResult<ModelChunk>; rest: AsyncIterator<ModelChunk> };

/** Up to the first chunk: a provider that refuses does so here. */
async function begin(models: Models, request: ModelRequest): Promise<Begun> {
  const rest = models.stream(request)[Symbol.asyncIterator]();
  return { first: await rest.next(), rest };
}

function createPolicy(pauses: { firstPauseMs: number; openMs: number }): IPolicy {
  const again = retry(
    handleWhen((error) => isPassing(error) && (retryAfterOf(error) ?? 0) <= longestPauseMs),
    {
      maxAttempts: retries,
      backoff: new DelegateBackoff(({ attempt, result }) => {
        const asked = "error" in result ? retryAfterOf(result.error) : null;
        const jitter = 0.5 + Math.random();
        return asked === null ? pauses.firstPauseMs * 2 ** (attempt - 1) * jitter : asked + 100 * jitter;
      }),
    },
  );
  const breaker = circuitBreaker(
    handleWhen((error) => isPassing(error) || isSilent(error)),
    {
      halfOpenAfter: pauses.openMs,
      breaker: new ConsecutiveBreaker(failuresToOpen),
    },
  );
  return wrap(breaker, again);
}

/** Faults that a retry may fix; a refused key or question will be refused again. */
function isPassing(error: unknown): boolean {
  return error instanceof ModelError && (error.fault === "unreachable" || error.fault === "busy");
}

/** A caller who waited through one silence must not wait through three. */
function isSilent(error: unknown): boolean {
  return error instanceof ModelError && error.fault === "silent";
}

function retryAfterOf(error: unknown): number | null {
  return error instanceof ModelError ? error.retryAfterMs : null;
}
