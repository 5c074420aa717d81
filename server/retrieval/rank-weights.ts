import type { FEATURES } from "./features.ts";

// Made by `npm run bench -- retrieval-train` on six sets of questions with known passages (docs/decisions/retrieval.md
// names them and gives the figures of either half of the questions with the weights of the other): the weights that
// favour the right passages among a question's candidates, scaled so that the logistic function of the sum is the
// share of right passages among the first ten. Change a feature or the analysis, then make them anew.
// `text` is negative because `localText` contains it: what counts is what that adds to it.
type Weights = Record<(typeof FEATURES)[number], number>;

export const BIAS = -7.029;

export const WEIGHTS: Weights = {
  text: -2.337,
  localText: 4.342,
  untitledText: 1.341,
  title: 1.291,
  document: 1.032,
  documentShare: 1.371,
  documentDensity: 0.719,
  fragment: -1.262,
  around: 2.404,
  pairs: 0.58,
  window: 0.599,
};
