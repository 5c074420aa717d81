import type { LeadFeature } from "./lead-features.ts";
import type { UnitFeature } from "./unit-features.ts";

// Learned by `npm run bench -- choice-train` on the working questions of its sets (docs/decisions/choosing.md gives the
// figures of each fifth of the themes with the weights of the others). After a change of a feature, learn them again.
export const UNIT_WEIGHTS: Record<UnitFeature, number> = {
  passage: 2.436,
  own: 1.268,
  similar: 4.552,
  columns: 6.713,
  columnsAlone: 7.569,
  heading: -1.787,
  path: 1.085,
  beside: -3.206,
  label: 2.73,
  key: -0.59,
  inRange: 0.241,
  offRange: -3.916,
  pairs: 0.051,
  meaning: 3.028,
  meaningAbove: 2.112,
  fits: 1.972,
  lacks: -1.284,
  row: 0.156,
  list: 0.575,
  length: 0.426,
  extra: -1.33,
  names: -0.029,
  conditions: 0.061,
  headingExtra: -0.357,
  named: 0.164,
  defines: 0.656,
  itself: -0.059,
  rules: 1.751,
  first: 0.482,
};

export const CONFIDENCE_BIAS = -0.661;

export const CONFIDENCE_WEIGHTS: Record<LeadFeature, number> = {
  worth: 0.294,
  margin: 0.427,
  passage: -0.407,
  coverage: 1.916,
  meaning: -0.266,
  lacks: -1.979,
  extra: -1.257,
  names: -0.77,
  unknown: -2.806,
};

/** Below this confidence nothing leads: right leads lie below it for one in a hundred questions, near misses for two in five. */
export const LEAST_CONFIDENCE = 0.15;

/** Log-odds added where the words of a language have no vectors. */
export const UNKNOWN_LANGUAGE = 1.5;
