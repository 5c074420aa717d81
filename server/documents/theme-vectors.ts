import type { Caller } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { ModelError } from "#server/llm/models.ts";
import type { Neighbour, PassagePlace } from "#engine/index/vectors.ts";
import { embedMetered } from "#server/usage/meter.ts";
import type { Account } from "#server/usage/meter.ts";
import type { ThemePlace } from "./theme-indexes.ts";

/** A person waits for the answer; words alone are ready in a millisecond. */
const longestMs = 2_500;

type Asked = {
  limit: number;
  documents: ReadonlySet<number> | null;
  also: readonly PassagePlace[];
  signal: AbortSignal;
};

/**
 * The nearest passages of a theme by meaning, and how near those of `also` are. null when there is no embedding model, it does not answer in time, or the
 * theme has no vectors of it yet: words alone then do.
 */
export async function nearestByMeaning(
  caller: Caller,
  account: Account,
  theme: ThemePlace,
  question: string,
  { signal, ...narrowed }: Asked,
): Promise<Neighbour[] | null> {
  const { config, indexes, log } = caller.services;
  const endpoint = config.embeddings;
  if (endpoint === null || !(await indexes.call("hasVectors", { theme }))) return null;
  const clock = AbortSignal.timeout(longestMs);
  try {
    const [vector] = await embedMetered(caller, account, {
      ...endpoint,
      texts: [question],
      signal: AbortSignal.any([signal, clock]),
    });
    if (vector === undefined) return null;
    return await indexes.call("nearest", { theme, vector, ...narrowed });
  } catch (error) {
    signal.throwIfAborted();
    const isPassing =
      clock.aborted ||
      error instanceof ModelError ||
      (error instanceof AppError && error.code === "limit_exceeded");
    if (!isPassing) throw error;
    log.warn({ err: error }, "the question could not be embedded; words alone were searched");
    return null;
  }
}
