import type { FEATURES } from "./features.ts";

type Weights = Record<(typeof FEATURES)[number], number>;

export const BIAS = -5;

export const WEIGHTS: Weights = {
  text: -16,
  titledText: 20,
  localText: 12,
  untitledText: 1.5,
  coverage: 0,
  title: 1.6,
  document: 4.5,
  documentShare: -2,
  documentDensity: 3,
  fragment: -3.5,
  length: -0.5,
  around: 6,
  pairs: 1.5,
  window: 1.7,
};
