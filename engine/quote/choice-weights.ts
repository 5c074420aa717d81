import type { LeadFeature } from "./lead-features.ts";
import type { UnitFeature } from "./unit-features.ts";

// Learned by `npm run bench -- choice-train` on the working questions of its sets (docs/decisions/choosing.md gives the
// figures of each fifth of the themes with the weights of the others). After a change of a feature, learn them again.
export const UNIT_WEIGHTS: Record<UnitFeature, number> = {
  passage: 1.379,
  own: 2.877,
  similar: 5.639,
  columns: 5.708,
  heading: 0.764,
  path: 3.192,
  beside: -0.238,
  label: 0.828,
  key: -0.01,
  strangeKey: -0.809,
  inRange: 0.599,
  offRange: 1.667,
  pairs: 0.711,
  meaning: 1.93,
  meaningAbove: 2.567,
  fits: 1.94,
  lacks: -0.977,
  row: 0.4, // learned: 1.4, with which a row of any key answered the demo's general questions; neutral on the sets
  list: 0.61,
  length: 1.195,
  extra: -1.139,
  names: -0.396,
  conditions: 0.071,
  headingExtra: -0.255,
  named: 0.348,
  itself: -0.084,
  rules: 1.074,
  first: 0.053,
};

export const CONFIDENCE_BIAS = -0.286;

export const CONFIDENCE_WEIGHTS: Record<LeadFeature, number> = {
  worth: 0.256,
  margin: 0.539,
  passage: 0.227,
  coverage: 1.404,
  meaning: -0.42,
  lacks: -1.898,
  extra: -0.926,
  names: -0.956,
  unknown: -2.821,
};

/** Below this confidence nothing leads: right leads lie below it for one in a hundred questions, near misses for two in five. */
export const LEAST_CONFIDENCE = 0.15;

/** Log-odds added where the words of a language have no vectors. */
export const UNKNOWN_LANGUAGE = 1.5;
