import { SpanKind } from "@opentelemetry/api";
import { traced } from "./tracing.ts";

/**
 * Work of one thread that mostly waits for other people's servers. It holds no place of the job queue while it waits, and
 * a full lane delays no other.
 */
export type Outbound<Lane extends string> = {
  /** Jobs that ask at the same moment may together exceed a lane by a few. */
  hasRoom(lane: Lane): boolean;
  /** Starts work without waiting for it; an error is reported, not thrown. */
  begin(lane: Lane, work: () => Promise<void>): void;
  /** Works under way. */
  load(): Record<Lane, number>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
};

/** @param places of each lane */
export function createOutbound<Lane extends string>(
  places: Record<Lane, number>,
  onError: (error: unknown) => void,
): Outbound<Lane> {
  const lanes = Object.keys(places) as Lane[];
  const running = new Map<Promise<void>, Lane>();
  const load = () => {
    const counts = Object.fromEntries(lanes.map((lane) => [lane, 0])) as Record<Lane, number>;
    for (const lane of running.values()) counts[lane] += 1;
    return counts;
  };
  return {
    hasRoom: (lane) => load()[lane] < places[lane],
    begin(lane, work) {
      const done: Promise<void> = traced(`attempt ${lane}`, { kind: SpanKind.CLIENT }, work)
        .catch(onError)
        .finally(() => running.delete(done));
      running.set(done, lane);
    },
    load,
    async settled() {
      while (running.size > 0) await Promise.all(running.keys());
    },
  };
}
