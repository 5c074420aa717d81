import type { FEATURES } from "./features.ts";

// Learned by `npm run bench -- retrieval-train` on eight sets of questions with known passages (docs/decisions/retrieval.md
// names them and gives the figures of either half of the questions with the weights of the other). The weights favor the
// right passages among a question's candidates and are scaled so that the logistic function of the sum is the share of
// right passages among the first ten. After a change of a feature or the analysis, learn them again. `text` is negative
// because `localText` contains it: only the difference counts.
type Weights = Record<(typeof FEATURES)[number], number>;

export const BIAS = -6.441;

export const WEIGHTS: Weights = {
  text: -2.493,
  localText: 3.355,
  untitledText: 0.58,
  title: 0.777,
  document: 0.851,
  documentShare: 0.981,
  documentDensity: 0.592,
  fragment: -0.991,
  around: 1.288,
  pairs: 0.432,
  meaning: 2.291,
  window: 0.66,
  substitutes: 3.188,
  length: 0.401,
  logLength: -0.259,
};
