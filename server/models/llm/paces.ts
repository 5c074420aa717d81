import type { ModelRequest } from "./models.ts";
import { mostTokensOf } from "./tokens.ts";

/** Models remembered at once; the oldest is forgotten first. */
const kept = 1_000;
/** Speeds remembered of each model. */
const speedsKept = 8;
/** The wait for a shorter prompt's first word is the network's and the model's own, not the reading's. */
const leastMeasured = 500;

export type Paced = Pick<ModelRequest, "provider" | "baseUrl" | "model" | "slot">;

type Known = { speeds: number[]; unread: number | null; tooLong: number | null };

/** How fast each model reads, from its answers since the program's start. Tokens are counted as the meter does. */
export type Paces = ReturnType<typeof createPaces>;

export function createPaces() {
  const known = new Map<string, Known>();
  const keyOf = ({ provider, baseUrl, model, slot }: Paced) => [provider, baseUrl, model, slot].join(" ");
  const change = (model: Paced, values: (before: Known) => Partial<Known>) => {
    const key = keyOf(model);
    const before = known.get(key) ?? { speeds: [], unread: null, tooLong: null };
    known.delete(key);
    known.set(key, { ...before, ...values(before) });
    const oldest = known.keys().next();
    if (known.size > kept && !oldest.done) known.delete(oldest.value);
  };
  const speedIn = (request: ModelRequest, milliseconds: number): number | null => {
    const tokens = mostTokensOf(request);
    return tokens < leastMeasured ? null : tokens / Math.max(0.001, milliseconds / 1_000);
  };
  return {
    /** The first word arrived after this time. */
    noteRead(request: ModelRequest, milliseconds: number): void {
      const speed = speedIn(request, milliseconds);
      const own = speed === null ? [] : [speed];
      change(request, ({ speeds }) => ({ speeds: [...speeds, ...own].slice(-speedsKept), unread: null }));
    },
    /**
     * No word arrived within this time: the model reads at most this fast, and probably more slowly. Or its server was
     * away, so the next word that arrives takes this back.
     */
    noteUnread(request: ModelRequest, milliseconds: number): void {
      const speed = speedIn(request, milliseconds);
      if (speed !== null) change(request, () => ({ unread: speed / 2 }));
    },
    noteTooLong: (request: ModelRequest) => change(request, () => ({ tooLong: mostTokensOf(request) })),
    /**
     * Tokens a second: among the slowest measured, because a beginning that the model has cached is read at once and says
     * nothing about the next prompt. null if nothing was measured.
     */
    speedOf(model: Paced): number | null {
      const { speeds = [], unread = null } = known.get(keyOf(model)) ?? {};
      const sorted = speeds.toSorted((one, other) => one - other);
      const read = sorted[Math.floor((sorted.length - 1) / 4)] ?? null;
      return unread === null || read === null ? (unread ?? read) : Math.min(unread, read);
    },
    /** A prompt of this length was refused as too long. */
    tooLongFor: (model: Paced): number | null => known.get(keyOf(model))?.tooLong ?? null,
  };
}
