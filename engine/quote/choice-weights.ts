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

/** Beside the reader, nearness tells nothing more of units on documents unlike those it was learned from (docs/decisions/choosing.md). */
export const weightsWith = ({ near, readings }: Known): ChoiceWeights =>
  readings ? withReader : near ? withNearness : ofWords;

type Row = [words: number, near: number, read: number];

// Learned by `npm run bench -- choice-train` on the working questions of its sets (docs/decisions/choosing.md gives the
// figures of each fifth of the themes with the weights of the others). After a change of a feature, learn them again. Those
// of words are older: learned again they lead no more often rightly.
const units: Record<UnitFeature, Row> = {
  passage: [1.03, 0.726, 0.894],
  own: [2.299, 0.784, 0.229],
  similar: [6.046, 3.714, 4.367],
  columns: [4.628, 4.108, 2.224],
  heading: [2.041, 1.685, 0.491],
  path: [3.804, 4.311, 3.387],
  beside: [-0.456, -0.159, -1.566],
  label: [0.539, 1.579, 1.17],
  key: [0.522, 0.39, 0.643],
  strangeKey: [-0.52, -0.605, -0.67],
  inRange: [0.544, 0.349, 0.529],
  offRange: [1.242, 0.883, 1.175],
  pairs: [0.848, 0.809, 0.946],
  meaning: [1.497, -0.587, 0.75],
  meaningAbove: [2.726, 1.638, 1.941],
  fits: [1.551, 1.24, 1.281],
  lacks: [-0.993, -0.857, -0.885],
  row: [0.4, 0.4, 0.4], // learned: 1.1 to 1.5; a row of any key then answers general questions
  list: [-0.114, -0.155, -0.272],
  item: [-0.23, -0.469, -0.201],
  length: [1.44, 1.265, 1.765],
  extra: [-1.51, 0.18, -0.793],
  names: [-0.329, -0.57, -0.478],
  conditions: [0.134, 0.049, 0.028],
  headingExtra: [-0.585, -0.917, -0.751],
  named: [-0.04, -0.119, 0.062],
  itself: [-0.047, 0.124, -0.027],
  rules: [0.724, 0.492, 0.483],
  first: [0.074, 0.043, 0.061],
  near: [0, 4.57, 0],
  readPassage: [0, 0, 0.151],
  readUnit: [0, 0, 0.323],
  unread: [0, 0, 1.238],
};
const confidence: Record<LeadFeature, Row> = {
  worth: [0.345, 0.401, 0.304],
  margin: [0.59, 0.175, 0.324],
  passage: [-0.002, -0.036, 0.004],
  coverage: [0.945, 2.144, 1.685],
  meaning: [-0.131, 0.104, -0.42],
  lacks: [-2.031, -2.406, -2.12],
  extra: [-1.429, -1.836, -1.007],
  names: [-0.094, -0.397, -0.332],
  unknown: [-0.624, -0.403, -0.104],
  near: [0, -0.521, 0],
  mostRead: [0, 0, 0.089],
  readPassage: [0, 0, 0.151],
  readUnit: [0, 0, 0.022],
};
const bias: Row = [-0.974, -1.054, -0.726];
const leastConfidence = 0.15;

const column = <Name extends string>(table: Record<Name, Row>, place: number): Record<Name, number> =>
  Object.fromEntries(Object.entries<Row>(table).map(([name, row]) => [name, row[place] ?? 0])) as Record<
    Name,
    number
  >;
const weightsAt = (place: number): ChoiceWeights => ({
  units: column(units, place),
  confidence: column(confidence, place),
  bias: bias[place] ?? 0,
  leastConfidence,
});
const [ofWords, withNearness, withReader] = [weightsAt(0), weightsAt(1), weightsAt(2)];

/** Log-odds added where the words of a language have no vectors. */
export const UNKNOWN_LANGUAGE = 1.5;
