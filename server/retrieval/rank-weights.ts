import type { FEATURES } from "./features.ts";

// Made by `npm run bench -- retrieval-train` on six sets of questions with known passages (docs/decisions/retrieval.md
// names them and gives the figures of either half of the questions with the weights of the other): the weights that
// favour the right passages among a question's candidates, scaled so that the logistic function of the sum is the
// share of right passages among the first ten. Change a feature or the analysis, then make them anew.
// `text` is negative because `titledText` and `localText` contain it: what counts is what they add to it.
type Weights = Record<(typeof FEATURES)[number], number>;

export const BIAS = -6.887;

export const WEIGHTS: Weights = {
  text: -4.074,
  titledText: 1.971,
  localText: 4.076,
  untitledText: 1.123,
  title: 0.901,
  document: 0.839,
  documentShare: 0.884,
  documentDensity: 0.812,
  fragment: -1.303,
  around: 2.402,
  pairs: 0.583,
  window: 0.162,
  together: 1.703,
};
