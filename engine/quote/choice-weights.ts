import type { LeadFeature } from "./lead-features.ts";
import type { UnitFeature } from "./unit-features.ts";

export type ChoiceWeights = {
  units: Record<UnitFeature, number>;
  confidence: Record<LeadFeature, number>;
  bias: number;
  /** Below this confidence nothing leads: one to five of 100 right leads lie below it, and two of five near misses. */
  leastConfidence: number;
};

export const weightsWith = (hasReadings: boolean): ChoiceWeights => (hasReadings ? withReader : ofWords);

// Learned by `npm run bench -- choice-train` on the working questions of its sets (docs/decisions/choosing.md gives the
// figures of each fifth of the themes with the weights of the others). After a change of a feature, learn them again.
const ofWords: ChoiceWeights = {
  units: {
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
    readPassage: 0,
    readUnit: 0,
    unread: 0,
  },
  confidence: {
    worth: 0.256,
    margin: 0.539,
    passage: 0.227,
    coverage: 1.404,
    meaning: -0.42,
    lacks: -1.898,
    extra: -0.926,
    names: -0.956,
    unknown: -2.821,
    mostRead: 0,
    readPassage: 0,
    readUnit: 0,
  },
  bias: -0.286,
  leastConfidence: 0.15,
};

const withReader: ChoiceWeights = {
  units: {
    passage: 0.893,
    own: 2.284,
    similar: 4.322,
    columns: 4.677,
    heading: 0.851,
    path: 4.072,
    beside: -0.281,
    label: 0.312,
    key: 0.17,
    strangeKey: -0.778,
    inRange: 0.324,
    offRange: 1.276,
    pairs: 0.531,
    meaning: 1.093,
    meaningAbove: 1.887,
    fits: 1.352,
    lacks: -0.678,
    row: 0.4, // learned: 1.29, replaced for the same reason
    list: 0.591,
    length: 1.008,
    extra: -0.621,
    names: -0.383,
    conditions: -0.001,
    headingExtra: -0.148,
    named: 0.265,
    itself: 0.085,
    rules: 0.755,
    first: -0.04,
    readPassage: 0.313,
    readUnit: 0.353,
    unread: 1.139,
  },
  confidence: {
    worth: 0.22,
    margin: 0.538,
    passage: -0.024,
    coverage: 1.266,
    meaning: -0.681,
    lacks: -1.899,
    extra: -1.284,
    names: -0.762,
    unknown: -0.481,
    mostRead: 0.048,
    readPassage: 0.189,
    readUnit: 0.155,
  },
  bias: -0.691,
  leastConfidence: 0.15,
};

/** Log-odds added where the words of a language have no vectors. */
export const UNKNOWN_LANGUAGE = 1.5;
