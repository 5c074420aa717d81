import type { ModelRequest } from "./models.ts";
import { mostTokensOf } from "./tokens.ts";

/** Models remembered at once; the oldest is forgotten first. */
const kept = 1_000;
/** Speeds remembered of each model. */
const speedsKept = 8;
/** The wait for a shorter prompt's first word is the network's and the model's own, not the reading's. */
const leastMeasured = 500;

export type Paced = Pick<ModelRequest, "provider" | "baseUrl" | "model" | "slot">;

type Known = { speeds: number[]; tooLong: number | null };

/** How fast each model reads, from its answers since the program's start. Tokens are counted as the meter does. */
export type Paces = ReturnType<typeof createPaces>;

export function createPaces() {
  const known = new Map<string, Known>();
  const keyOf = ({ provider, baseUrl, model, slot }: Paced) => [provider, baseUrl, model, slot].join(" ");
  const change = (model: Paced, values: (before: Known) => Partial<Known>) => {
    const key = keyOf(model);
    const before = known.get(key) ?? { speeds: [], tooLong: null };
    known.delete(key);
    known.set(key, { ...before, ...values(before) });
    const oldest = known.keys().next();
    if (known.size > kept && !oldest.done) known.delete(oldest.value);
  };
  const noteSpeed = (request: ModelRequest, milliseconds: number, share: number) => {
    const tokens = mostTokensOf(request);
    if (tokens < leastMeasured) return;
    const speed = (share * tokens) / Math.max(0.001, milliseconds / 1_000);
    change(request, ({ speeds }) => ({ speeds: [...speeds, speed].slice(-speedsKept) }));
  };
  return {
    /** The first word arrived after this time. */
    noteRead: (request: ModelRequest, milliseconds: number) => noteSpeed(request, milliseconds, 1),
    /** No word arrived within this time: the model reads at most this fast, and probably more slowly. */
    noteUnread: (request: ModelRequest, milliseconds: number) => noteSpeed(request, milliseconds, 0.5),
    noteTooLong: (request: ModelRequest) => change(request, () => ({ tooLong: mostTokensOf(request) })),
    /**
     * Tokens a second: among the slowest measured, because a beginning that the model has cached is read at once and says
     * nothing about the next prompt. null if nothing was measured.
     */
    speedOf(model: Paced): number | null {
      const speeds = known.get(keyOf(model))?.speeds.toSorted((one, other) => one - other) ?? [];
      return speeds[Math.floor((speeds.length - 1) / 4)] ?? null;
    },
    /** A prompt of this length was refused as too long. */
    tooLongFor: (model: Paced): number | null => known.get(keyOf(model))?.tooLong ?? null,
  };
}
