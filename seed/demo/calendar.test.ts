import { expect, test } from "vitest";
import { workingMoments } from "./calendar.ts";
import { createRandom } from "./random.ts";

const hours = [0, 9, 16, 23].map((hour) => new Date(Date.UTC(2026, 10, 18, hour, 30)));

test.each(hours)(
  "questions are asked in order, in working hours of the last two weeks, and never in the future (%s)",
  (now) => {
    const moments = workingMoments(now, 14, 150, createRandom(1));
    expect(moments).toHaveLength(150);
    expect(moments).toEqual(moments.toSorted((a, b) => a.getTime() - b.getTime()));
    expect(
      moments.every((moment) => moment < now && now.getTime() - moment.getTime() <= 14 * 86_400_000),
    ).toBe(true);
    expect(moments.every((moment) => moment.getUTCHours() >= 14 && moment.getUTCHours() <= 23)).toBe(true);
  },
);

test("weekends are quieter than weekdays", () => {
  const moments = workingMoments(new Date(Date.UTC(2026, 10, 18, 23, 30)), 14, 300, createRandom(1));
  const atWeekends = moments.filter((moment) => [0, 6].includes(moment.getUTCDay())).length;
  expect(atWeekends).toBeGreaterThan(0);
  // four of fifteen days; without the lower share it would be about 80
  expect(atWeekends).toBeLessThan(55);
});

test("the same seed gives the same two weeks", () => {
  const now = new Date(Date.UTC(2026, 10, 18, 16));
  expect(workingMoments(now, 14, 20, createRandom(7))).toEqual(workingMoments(now, 14, 20, createRandom(7)));
});
