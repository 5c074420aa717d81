import { SpanKind } from "@opentelemetry/api";
import { traced } from "./tracing.ts";

/**
 * Work of one thread that mostly waits for other people's servers. It holds no place of the job queue while it waits, and
 * a full lane delays no other.
 */
export type Outbound<Lane extends string> = {
  /**
   * Jobs that ask at the same moment may together exceed a lane by a few.
   * @param host of the server that the work waits for
   */
  hasRoom(lane: Lane, host?: string): boolean;
  /** Starts work without waiting for it; an error is reported, not thrown. */
  begin(lane: Lane, work: () => Promise<void>, host?: string): void;
  /** Running calls by lane. */
  load(): Record<Lane, number>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
};

/**
 * @param places of each lane
 * @param placesOfHost limit per host; lanes not listed have none
 */
export function createOutbound<Lane extends string>(
  places: Record<Lane, number>,
  onError: (error: unknown) => void,
  placesOfHost: Partial<Record<Lane, number>> = {},
): Outbound<Lane> {
  const lanes = Object.keys(places) as Lane[];
  const running = new Map<Promise<void>, { lane: Lane; host: string | undefined }>();
  const load = () => {
    const counts = Object.fromEntries(lanes.map((lane) => [lane, 0])) as Record<Lane, number>;
    for (const { lane } of running.values()) counts[lane] += 1;
    return counts;
  };
  const loadOfHost = (lane: Lane, host: string) =>
    [...running.values()].filter((one) => one.lane === lane && one.host === host).length;
  return {
    hasRoom(lane, host) {
      if (load()[lane] >= places[lane]) return false;
      const share = placesOfHost[lane];
      return share === undefined || host === undefined || loadOfHost(lane, host) < share;
    },
    begin(lane, work, host) {
      const done: Promise<void> = traced(`attempt ${lane}`, { kind: SpanKind.CLIENT }, work)
        .catch(onError)
        .finally(() => running.delete(done));
      running.set(done, { lane, host });
    },
    load,
    async settled() {
      while (running.size > 0) await Promise.all(running.keys());
    },
  };
}
