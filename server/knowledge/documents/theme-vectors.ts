import { themeIndexes } from "./theme-indexes.ts";
import { encoderPort } from "#server/models/encoders/served-encoder.ts";
import type { Caller } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { EncoderError } from "#engine/models/encoder.ts";
import { ModelError } from "#server/models/llm/models.ts";
import type { Neighbor, PassagePlace } from "#engine/index/vectors.ts";
import { embedOn } from "#server/models/usage/meter.ts";
import type { Account } from "#server/models/usage/meter.ts";
import type { ThemePlace } from "./theme-indexes.ts";

type Asked = {
  limit: number;
  documents: ReadonlySet<number> | null;
  also: readonly PassagePlace[];
  /** ISO 639-1 code. */
  language: string;
  /** That are searched. */
  passages: number;
  signal: AbortSignal;
};

/**
 * The passages of a theme closest in meaning, and how close those in `also` are. null if there is no encoder, it does
 * not know the language, respond in time or search themes of this size, or the theme has no vectors from it yet: then words alone decide.
 */
export async function nearestByMeaning(
  caller: Caller,
  account: Account,
  theme: ThemePlace,
  question: string,
  { signal, language, passages, ...narrowed }: Asked,
): Promise<Neighbor[] | null> {
  const encoder = encoderPort.of(caller.services);
  const indexes = themeIndexes.of(caller.services);
  if (encoder === null || !encoder.isUsable() || !encoder.reads(language)) return null;
  if (passages > encoder.mostPassages) return null;
  if (!(await indexes.call("hasVectors", { theme }))) return null;
  const clock = AbortSignal.timeout(encoder.questionMs);
  try {
    const both = AbortSignal.any([signal, clock]);
    const [vector] = await encoder.on(embedOn(caller, account)).encode([question], "question", both);
    if (vector === undefined) return null;
    return await indexes.call("nearest", { theme, vector, ...narrowed });
  } catch (error) {
    signal.throwIfAborted();
    const isPassing =
      clock.aborted ||
      error instanceof ModelError ||
      error instanceof EncoderError ||
      (error instanceof AppError && error.code === "limit_exceeded");
    if (!isPassing) throw error;
    caller.services.log.warn({ err: error }, "the question could not be encoded; words alone were searched");
    return null;
  }
}
