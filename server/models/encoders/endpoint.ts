import { toUnit } from "#engine/models/encoder.ts";
import type { EncoderEndpoint } from "#server/kernel/config/encoder.ts";
import type { ServedEncoder } from "./served-encoder.ts";

/** A person is waiting for the answer; words alone are ready in a millisecond. */
const questionMs = 2_500;

/** An endpoint's model: every call is metered, and it throws only ModelError or that the daily limit is reached. */
export function endpointEncoder(endpoint: EncoderEndpoint): ServedEncoder {
  return {
    name: endpoint.model,
    dimension: null,
    questionMs,
    mostPassages: Infinity,
    encodesUnits: false,
    reads: () => true,
    isUsable: () => true,
    on: (embed) => ({
      name: endpoint.model,
      dimension: null,
      async encode(texts, _as, signal) {
        signal.throwIfAborted();
        if (texts.length === 0) return [];
        const vectors = await embed({ ...endpoint, texts: [...texts], signal });
        return vectors.map((vector) => toUnit(Float32Array.from(vector)));
      },
    }),
    close: () => Promise.resolve(),
  };
}
