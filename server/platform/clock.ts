/** The clock as a port, so that tests can set it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export function fakeClock(start: Date): Clock & { advance(milliseconds: number): void } {
  let time = start.getTime();
  return { now: () => new Date(time), advance: (milliseconds) => void (time += milliseconds) };
}
