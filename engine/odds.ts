/**
 * The logarithm of a chance's odds; finite even for chances rounded to 0 or 1.
 * @param least chances closer to 0 or 1 count as this far from it
 */
export function logOdds(chance: number, least: number): number {
  const bounded = Math.min(1 - least, Math.max(least, chance));
  return Math.log(bounded / (1 - bounded));
}

/** The chance, 0 to 1, of log-odds. */
export const chanceOf = (odds: number): number => 1 / (1 + Math.exp(-odds));
