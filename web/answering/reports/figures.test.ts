import { expect, test } from "vitest";
import { averageText, barWidth, changeText, dayText, partText, percentText, secondsText } from "./figures.ts";

test("an average has one decimal, or is a dash without ratings", () => {
  expect(averageText(0.8667)).toBe("0.9");
  expect(averageText(1)).toBe("1.0");
  expect(averageText(0)).toBe("0.0");
  expect(averageText(null)).toBe("-");
});

test("satisfaction is the rating as a percentage", () => {
  expect(percentText(0.8667)).toBe("87%");
  expect(percentText(null)).toBe("-");
});

test("a share of twenty or more shows a percentage, unless it is zero", () => {
  expect(partText(3, 19)).toBe("3");
  expect(partText(240, 3000)).toBe("240 · 8%");
  expect(partText(0, 3000)).toBe("0");
});

test("a period is compared with the one before", () => {
  expect(changeText(112, 100)).toBe("+12%");
  expect(changeText(50, 100)).toBe("−50%");
  expect(changeText(7, 7)).toBe("unchanged");
});

test("below twenty the difference is a number, not a percentage", () => {
  expect(changeText(3, 0)).toBe("+3");
  expect(changeText(4, 3)).toBe("+1");
  expect(changeText(9, 19)).toBe("−10");
  expect(changeText(0, 0)).toBe("unchanged");
});

test("no bar is narrower than ten percent", () => {
  expect(barWidth(1, 1000)).toBe(10);
  expect(barWidth(500, 1000)).toBe(50);
  expect(barWidth(1000, 1000)).toBe(100);
  expect(barWidth(0, 0)).toBe(10);
});

test("durations are in seconds", () => {
  expect(secondsText(0.019)).toBe("under 0.1 s");
  expect(secondsText(0.842)).toBe("0.8 s");
  expect(secondsText(3.14)).toBe("3.1 s");
  expect(secondsText(12.4)).toBe("12 s");
  expect(secondsText(null)).toBe("-");
});

test("a report's day is the same in every zone", () => {
  expect(dayText("2026-11-14", 30)).toContain("14");
  expect(dayText("2026-11-14", 7)).toContain("14");
});
