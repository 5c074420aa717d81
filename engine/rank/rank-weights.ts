import type { FEATURES } from "./features.ts";

// Learned by `npm run bench -- retrieval-train` on six sets of questions with known passages (docs/decisions/retrieval.md
// names them and gives the figures of either half of the questions with the weights of the other). The weights favor the
// right passages among a question's candidates and are scaled so that the logistic function of the sum is the share of
// right passages among the first ten. After a change of a feature or the analysis, learn them again. `text` is negative
// because `localText` contains it: only the difference counts.
type Weights = Record<(typeof FEATURES)[number], number>;

export const BIAS = -7.869;

export const WEIGHTS: Weights = {
  text: -2.65,
  localText: 3.891,
  untitledText: 0.936,
  title: 1.117,
  document: 1.028,
  documentShare: 1.227,
  documentDensity: 0.669,
  fragment: -1.054,
  around: 1.902,
  pairs: 0.539,
  meaning: 2.147,
  window: 0.586,
};
