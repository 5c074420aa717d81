import type { Clock } from "#server/platform/clock.ts";

export function fakeClock(start: Date): Clock & { advance(milliseconds: number): void } {
  let time = start.getTime();
  return { now: () => new Date(time), advance: (milliseconds) => void (time += milliseconds) };
}
