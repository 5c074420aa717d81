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
    passage: 1.03,
    own: 2.299,
    similar: 6.046,
    columns: 4.628,
    heading: 2.041,
    path: 3.804,
    beside: -0.456,
    label: 0.539,
    key: 0.522,
    strangeKey: -0.52,
    inRange: 0.544,
    offRange: 1.242,
    pairs: 0.848,
    meaning: 1.497,
    meaningAbove: 2.726,
    fits: 1.551,
    lacks: -0.993,
    row: 0.4, // learned: 1.1; a row of any key then answers general questions
    list: -0.114,
    item: -0.23,
    length: 1.44,
    extra: -1.51,
    names: -0.329,
    conditions: 0.134,
    headingExtra: -0.585,
    named: -0.04,
    itself: -0.047,
    rules: 0.724,
    first: 0.074,
    readPassage: 0,
    readUnit: 0,
    unread: 0,
  },
  confidence: {
    worth: 0.345,
    margin: 0.59,
    passage: -0.002,
    coverage: 0.945,
    meaning: -0.131,
    lacks: -2.031,
    extra: -1.429,
    names: -0.094,
    unknown: -0.624,
    mostRead: 0,
    readPassage: 0,
    readUnit: 0,
  },
  bias: -0.974,
  leastConfidence: 0.15,
};

const withReader: ChoiceWeights = {
  units: {
    passage: 0.761,
    own: 1.988,
    similar: 5.462,
    columns: 4.243,
    heading: 1.987,
    path: 3.841,
    beside: -0.217,
    label: 0.458,
    key: 0.623,
    strangeKey: -0.505,
    inRange: 0.451,
    offRange: 1.059,
    pairs: 0.929,
    meaning: 1.169,
    meaningAbove: 2.228,
    fits: 1.283,
    lacks: -0.821,
    row: 0.4, // learned: 1.1; a row of any key then answers general questions
    list: -0.149,
    item: -0.209,
    length: 1.225,
    extra: -1.214,
    names: -0.315,
    conditions: 0.113,
    headingExtra: -0.569,
    named: -0.049,
    itself: -0.031,
    rules: 0.577,
    first: 0.052,
    readPassage: 0.183,
    readUnit: 0.274,
    unread: 0.896,
  },
  confidence: {
    worth: 0.201,
    margin: 0.522,
    passage: 0.136,
    coverage: 1.222,
    meaning: -0.44,
    lacks: -2.136,
    extra: -1.924,
    names: -0.064,
    unknown: 0.275,
    mostRead: 0.105,
    readPassage: 0.064,
    readUnit: 0.178,
  },
  bias: -0.804,
  leastConfidence: 0.15,
};

/** Log-odds added where the words of a language have no vectors. */
export const UNKNOWN_LANGUAGE = 1.5;
