import { encoderFolder, EncoderError } from "#engine/models/encoder.ts";
import type { EncoderConfig } from "#server/kernel/config/encoder.ts";
import { endpointEncoder } from "./endpoint.ts";
import { localEncoder } from "./local.ts";
import type { ServedEncoder } from "./served-encoder.ts";

/** Comparing a question with 50,000 vectors takes 50 ms of a processor; an operator's own choice has no limit. */
const mostCompared = 50_000;
/** A minute without passages: uploads come in batches. */
const idleMs = 60_000;

type Options = Omit<Parameters<typeof localEncoder>[1], "eager" | "idleMs" | "mostPassages"> & {
  /** true: questions are asked here; false: only occasional passages are encoded. */
  isAsked: boolean;
};

/** null if none is configured or its folder is unusable, which is logged; words alone then answer. */
export function openEncoder(
  config: EncoderConfig | null,
  { isAsked, ...options }: Options,
): ServedEncoder | null {
  if (config === null) return null;
  if (config.kind === "endpoint") return endpointEncoder(config);
  const isOurs = config.kind === "shipped";
  const folder = isOurs ? encoderFolder : config.folder;
  const mostPassages = isOurs ? mostCompared : Infinity;
  const rest = isAsked ? null : idleMs;
  try {
    return localEncoder(folder, { ...options, mostPassages, eager: isAsked, idleMs: rest });
  } catch (error) {
    if (!(error instanceof EncoderError)) throw error;
    options.log.error(`${error.message} Only words are searched.`);
    return null;
  }
}
