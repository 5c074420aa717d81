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
  passage: [1.03, 0.84, 1.086],
  own: [2.299, 1.481, 0.955],
  similar: [6.046, 4.163, 4.423],
  columns: [4.628, 5.113, 2.968],
  heading: [2.041, 2.542, 1.194],
  path: [3.804, 4.432, 3.511],
  beside: [-0.456, 0.154, -1.342],
  label: [0.539, 1.634, 1.155],
  key: [0.522, 0.386, 0.574],
  strangeKey: [-0.52, -0.769, -0.832],
  inRange: [0.544, 0.139, 0.313],
  offRange: [1.242, 0.96, 1.162],
  pairs: [0.848, 0.667, 0.558],
  meaning: [1.497, -0.844, 0.708],
  meaningAbove: [2.726, 1.327, 1.497],
  fits: [1.551, 1.321, 1.348],
  lacks: [-0.993, -0.831, -0.848],
  row: [0.4, 0.4, 0.4], // learned: 1.1 to 1.5; a row of any key then answers general questions
  list: [-0.114, -0.271, -0.362],
  item: [-0.23, -0.672, -0.356],
  length: [1.44, 0.718, 1.165],
  extra: [-1.51, 0.371, -0.581],
  names: [-0.329, -0.488, -0.396],
  conditions: [0.134, 0.098, 0.089],
  headingExtra: [-0.585, -0.873, -0.743],
  named: [-0.04, -0.323, -0.108],
  itself: [-0.047, 0.074, -0.134],
  rules: [0.724, 0.528, 0.515],
  first: [0.074, 0.067, 0.097],
  near: [0, 4.816, 0],
  readPassage: [0, 0, 0.119],
  readUnit: [0, 0, 0.357],
  unread: [0, 0, 1.339],
};
const confidence: Record<LeadFeature, Row> = {
  worth: [0.345, 0.333, 0.244],
  margin: [0.59, 0.242, 0.399],
  passage: [-0.002, 0.006, -0.05],
  coverage: [0.945, 1.978, 1.649],
  meaning: [-0.131, 0.194, -0.43],
  lacks: [-2.031, -2.447, -2.064],
  extra: [-1.429, -1.611, -0.584],
  names: [-0.094, -0.445, -0.373],
  unknown: [-0.624, -0.473, -0.133],
  near: [0, -0.38, 0],
  mostRead: [0, 0, 0.178],
  readPassage: [0, 0, 0.125],
  readUnit: [0, 0, 0.035],
};
const bias: Row = [-0.974, -0.907, -0.661];
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
