import type { FEATURES } from "./features.ts";

// Made by `npm run bench -- retrieval-train` on six sets of questions with known passages (docs/decisions/retrieval.md
// names them and gives the figures of either half of the questions with the weights of the other): the weights that
// favour the right passages among a question's candidates, scaled so that the logistic function of the sum is the
// share of right passages among the first ten. Change a feature or the analysis, then make them anew.
// `text` is negative because `titledText` and `localText` contain it: what counts is what they add to it.
type Weights = Record<(typeof FEATURES)[number], number>;

export const BIAS = -7.022;

export const WEIGHTS: Weights = {
  text: -5.869,
  titledText: 4.136,
  localText: 4.837,
  untitledText: 1.177,
  title: 1.034,
  document: 0.927,
  documentShare: 1.028,
  documentDensity: 0.862,
  fragment: -1.403,
  around: 2.492,
  pairs: 0.677,
  window: 0.499,
};
