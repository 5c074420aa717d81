import type { FEATURES } from "./features.ts";

// Learned by `npm run bench -- retrieval-train` on six sets of questions with known passages (docs/decisions/retrieval.md
// names them and gives the figures of either half of the questions with the weights of the other). The weights favor the
// right passages among a question's candidates and are scaled so that the logistic function of the sum is the share of
// right passages among the first ten. After a change of a feature or the analysis, learn them again. `text` is negative
// because `localText` contains it: only the difference counts.
type Weights = Record<(typeof FEATURES)[number], number>;

export const BIAS = -7.624;

export const WEIGHTS: Weights = {
  text: -2.861,
  localText: 3.562,
  untitledText: 0.78,
  title: 0.951,
  document: 0.981,
  documentShare: 1.141,
  documentDensity: 0.612,
  fragment: -0.978,
  around: 1.623,
  pairs: 0.463,
  meaning: 2.63,
  window: 0.59,
};
