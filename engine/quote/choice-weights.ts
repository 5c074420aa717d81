import type { LeadFeature } from "./lead-features.ts";
import type { UnitFeature } from "./unit-features.ts";

// Learned by `npm run bench -- choice-train` on the working questions of its sets (docs/decisions/choosing.md gives the
// figures of each fifth of the themes with the weights of the others). After a change of a feature, learn them again.
export const UNIT_WEIGHTS: Record<UnitFeature, number> = {
  passage: 1.586,
  own: 2.233,
  similar: 5.14,
  columns: 4.156,
  columnsAlone: 0.0,
  heading: -1.056,
  path: 2.444,
  beside: -0.81,
  label: 0.131,
  key: -0.452,
  strangeKey: -0.932,
  inRange: 0.293,
  offRange: -1.415,
  pairs: 0.338,
  meaning: 2.082,
  meaningAbove: 3.051,
  fits: 1.727,
  lacks: -0.964,
  row: 1.343,
  list: 0.593,
  length: 0.357,
  extra: -1.362,
  names: -0.095,
  conditions: 0.104,
  headingExtra: -0.359,
  named: 0.45,
  itself: -0.077,
  rules: 1.507,
  first: 0.425,
};

export const CONFIDENCE_BIAS = -0.725;

export const CONFIDENCE_WEIGHTS: Record<LeadFeature, number> = {
  worth: 0.427,
  margin: 0.494,
  passage: -0.335,
  coverage: 1.042,
  meaning: -1.044,
  lacks: -1.899,
  extra: -0.868,
  names: -1.033,
  unknown: -2.769,
};

/** Below this confidence nothing leads: right leads lie below it for one in a hundred questions, near misses for two in five. */
export const LEAST_CONFIDENCE = 0.15;

/** Log-odds added where the words of a language have no vectors. */
export const UNKNOWN_LANGUAGE = 1.5;
