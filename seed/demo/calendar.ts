import type { Random } from "./random.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** Nine to six in Ohio, where the company is based, in UTC. */
const opensAt = 14;
const closesAt = 23;
/** On weekends only the phone line is staffed. */
const weekendShare = 0.35;
/** The newest question is a few minutes old when the demo opens. */
const latest = 5 * 60_000;

/**
 * `count` moments in the working hours of the `days` days before `now`, in order. Includes today's hours so far: days differ in length, so a moment is drawn by its share of all hours.
 */
export function workingMoments(now: Date, days: number, count: number, random: Random): Date[] {
  const shifts = shiftsBefore(now, days);
  const total = shifts.reduce((sum, shift) => sum + shift.weight, 0);
  return Array.from({ length: count }, (_, index) => {
    let place = ((index + random.next()) / count) * total;
    for (const shift of shifts) {
      if (place <= shift.weight) return new Date(shift.start + (place / shift.weight) * shift.length);
      place -= shift.weight;
    }
    return new Date(now.getTime() - latest);
  });
}

function shiftsBefore(now: Date, days: number) {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return Array.from({ length: days + 1 }, (_, index) => midnight - (days - index) * day).flatMap((date) => {
    const start = Math.max(date + opensAt * hour, now.getTime() - days * day);
    const length = Math.min(date + closesAt * hour, now.getTime() - latest) - start;
    if (length <= 0) return [];
    const isWeekend = [0, 6].includes(new Date(date).getUTCDay());
    return [{ start, length, weight: length * (isWeekend ? weekendShare : 1) }];
  });
}
