import type { FEATURES } from "./features.ts";

// Made by `npm run bench -- retrieval-train` on six sets of questions with known passages (docs/decisions/retrieval.md
// names them and gives the figures of either half of the questions with the weights of the other): the weights that
// favour the right passages among a question's candidates, scaled so that the logistic function of the sum is the
// share of right passages among the first ten. Change a feature or the analysis, then make them anew.
// `text` is negative because `titledText` and `localText` contain it: what counts is what they add to it.
type Weights = Record<(typeof FEATURES)[number], number>;

export const BIAS = -6.955;

export const WEIGHTS: Weights = {
  text: -5.832,
  titledText: 4.054,
  localText: 4.769,
  untitledText: 1.145,
  title: 1.024,
  document: 0.924,
  documentShare: 1.044,
  documentDensity: 0.854,
  fragment: -1.394,
  around: 2.513,
  pairs: 0.681,
  window: 0.485,
};
