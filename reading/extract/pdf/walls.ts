import type { Ruling } from "./rulings.ts";

/** A line beside text is at least as long as this share of its size. */
const LEAST_HEIGHT = 0.8;
/** Lines and letters may overlap by this much, in points. */
const SLACK = 1;

/** Whether a vertical line is drawn between two places at a height, which then lie in different columns. */
export type WallBetween = (right: number, left: number, y: number, size: number) => boolean;

export function wallsOf(lines: Ruling[]): WallBetween | null {
  if (lines.length === 0) return null;
  const sorted = lines.toSorted((one, other) => one.at - other.at);
  return (right, left, y, size) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.at ?? 0) < right - SLACK) low = middle + 1;
      else high = middle;
    }
    for (let at = low; at < sorted.length; at++) {
      const line = sorted[at];
      if (line === undefined || line.at > left + SLACK) return false;
      const isBeside = line.from <= y + SLACK && line.to >= y + size * LEAST_HEIGHT - SLACK;
      if (isBeside) return true;
    }
    return false;
  };
}
