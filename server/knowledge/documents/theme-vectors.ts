import { themeIndexes, type IndexedTheme } from "./theme-indexes.ts";
import { encoderPort } from "#server/models/encoders/served-encoder.ts";
import type { Caller, Context } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { EncoderError } from "#engine/models/encoder.ts";
import { ModelError } from "#server/models/llm/models.ts";
import { nearUnits, type NearUnit } from "#engine/index/unit-vectors.ts";
import type { Neighbor, PassageRef } from "#engine/index/vectors.ts";
import { embedOn, type Account } from "#server/models/usage/meter.ts";
import { loadUnitVectors } from "./unit-store.ts";

type Asked = {
  /** What the question is about: its meaning finds passages. */
  topic: string;
  /** All of it: its meaning weighs their units. */
  question: string;
  limit: number;
  documents: ReadonlySet<number> | null;
  also: readonly PassageRef[];
  /** ISO 639-1 code. */
  language: string;
  /** That are searched. */
  passages: number;
  signal: AbortSignal;
};

export type Nearest = {
  /** The name of the encoder. */
  encoder: string;
  neighbors: Neighbor[];
  /** How near the units of passages are; missing for those that have no vectors of units. */
  unitsOf(ctx: Context, places: readonly PassageRef[]): Promise<(PassageRef & { near: NearUnit[] })[]>;
};

/**
 * The passages of a theme closest in meaning, and how close those in `also` are. null if there is no encoder, it does
 * not know the language, respond in time or search themes of this size, the theme has no vectors from it yet, or OpenSearch,
 * which has them, fails: then words alone decide.
 */
export async function nearestByMeaning(
  caller: Caller,
  account: Account,
  theme: IndexedTheme,
  { topic, question, signal, language, passages, ...narrowed }: Asked,
): Promise<Nearest | null> {
  const encoder = encoderPort.of(caller.services);
  const indexes = themeIndexes.of(caller.services);
  if (encoder === null || !encoder.isUsable() || !encoder.reads(language)) return null;
  const isSmall = passages <= encoder.mostPassages;
  if (!(await indexes.call("hasVectors", { theme, isSmall }))) return null;
  const clock = AbortSignal.timeout(encoder.questionMs);
  try {
    const both = AbortSignal.any([signal, clock]);
    const texts = encoder.encodesUnits ? [topic, question] : [topic];
    const [vector, asked] = await encoder.on(embedOn(caller, account)).encode(texts, "question", both);
    if (vector === undefined) return null;
    const neighbors = await indexes.call("nearest", { theme, vector, ...narrowed });
    if (neighbors === null) return null;
    return {
      encoder: encoder.name,
      neighbors,
      unitsOf: (ctx, places) => nearUnitsOf(ctx, encoder.name, asked, places),
    };
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

async function nearUnitsOf(
  ctx: Context,
  encoder: string,
  question: Float32Array | undefined,
  places: readonly PassageRef[],
): Promise<(PassageRef & { near: NearUnit[] })[]> {
  if (question === undefined) return [];
  const units = await loadUnitVectors(ctx, encoder, places);
  return units.map(({ document, passage, ...vectors }) => {
    const near = nearUnits(question, vectors);
    return { document, passage, near };
  });
}
