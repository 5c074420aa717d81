import type { LeadFeature } from "./lead-features.ts";
import type { UnitFeature } from "./unit-features.ts";

export type ChoiceWeights = {
  units: Record<UnitFeature, number>;
  confidence: Record<LeadFeature, number>;
  bias: number;
  /** Below this confidence nothing leads: one to five of 100 right leads lie below it, and two of five near misses. */
  leastConfidence: number;
};

/** What is known of passages beside their words: how near their units are to the question, and what the reader says. */
type Known = { near: boolean; readings: boolean };

/** Beside the reader, nearness tells nothing more of units (docs/decisions/choosing.md). */
export const weightsWith = ({ near, readings }: Known): ChoiceWeights =>
  readings ? withReader : near ? withNearness : ofWords;

type Row = [words: number, near: number, read: number];

// Learned by `npm run bench -- choice-train` on the working questions of its sets (docs/decisions/choosing.md gives the
// figures of each fifth of the themes with the weights of the others). After a change of a feature, learn them again. Those
// of words were learned before passages were ordered by their units, as they are without an encoder.
const units: Record<UnitFeature, Row> = {
  passage: [1.03, 0.77, 0.825],
  own: [2.299, 2.467, 1.959],
  similar: [6.046, 5.293, 5.226],
  columns: [4.628, 5.787, 4.158],
  heading: [2.041, 2.681, 1.603],
  path: [3.804, 5.928, 5.081],
  beside: [-0.456, 0.548, -0.473],
  label: [0.539, 0.642, 0.185],
  key: [0.522, 0.277, 0.593],
  strangeKey: [-0.52, -0.78, -0.869],
  inRange: [0.544, 0.442, 0.436],
  offRange: [1.242, 1.278, 1.11],
  pairs: [0.848, 0.653, 0.641],
  meaning: [1.497, -0.035, 0.949],
  meaningAbove: [2.726, 2.31, 2.087],
  fits: [1.551, 1.489, 1.347],
  lacks: [-0.993, -0.951, -0.861],
  row: [0.4, 0.4, 0.4], // learned: 1.1; a row of any key then answers general questions
  list: [-0.114, -0.1, -0.236],
  item: [-0.23, -0.433, -0.229],
  length: [1.44, 0.984, 1.099],
  extra: [-1.51, -0.379, -0.666],
  names: [-0.329, -0.215, -0.31],
  conditions: [0.134, 0.228, 0.147],
  headingExtra: [-0.585, -0.82, -0.689],
  named: [-0.04, -0.543, -0.225],
  itself: [-0.047, 0.137, 0.047],
  rules: [0.724, 0.791, 0.599],
  first: [0.074, 0.039, 0.068],
  near: [0, 3.174, 0],
  readPassage: [0, 0, 0.209],
  readUnit: [0, 0, 0.305],
  unread: [0, 0, 1.14],
};
const confidence: Record<LeadFeature, Row> = {
  worth: [0.345, 0.413, 0.264],
  margin: [0.59, 0.433, 0.44],
  passage: [-0.002, -0.108, -0.051],
  coverage: [0.945, 1.388, 1.37],
  meaning: [-0.131, -0.233, -0.567],
  lacks: [-2.031, -2.116, -1.931],
  extra: [-1.429, -1.737, -1.05],
  names: [-0.094, -0.251, 0.138],
  unknown: [-0.624, -1.035, -0.776],
  near: [0, -0.546, 0],
  mostRead: [0, 0, 0.219],
  readPassage: [0, 0, 0.039],
  readUnit: [0, 0, 0.058],
};
const bias: Row = [-0.974, -1.082, -0.68];
const leastConfidence: Row = [0.15, 0.15, 0.15];

const column = <Name extends string>(table: Record<Name, Row>, place: number): Record<Name, number> =>
  Object.fromEntries(Object.entries<Row>(table).map(([name, row]) => [name, row[place] ?? 0])) as Record<
    Name,
    number
  >;
const weightsAt = (place: number): ChoiceWeights => ({
  units: column(units, place),
  confidence: column(confidence, place),
  bias: bias[place] ?? 0,
  leastConfidence: leastConfidence[place] ?? 0,
});
const [ofWords, withNearness, withReader] = [weightsAt(0), weightsAt(1), weightsAt(2)];

/** Log-odds added where the words of a language have no vectors. */
export const UNKNOWN_LANGUAGE = 1.5;
