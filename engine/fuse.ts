import { chanceOf, logOdds } from "#engine/odds.ts";
import { deviationsAmong } from "#engine/deviations.ts";
import type { Evidence } from "#engine/evidence.ts";
import type { Hit } from "#engine/ranked.ts";
import type { Neighbor } from "#engine/index/vectors.ts";

/**
 * The log-odds added per standard deviation of nearness, at least and in a small theme: in a large one, more passages are
 * near by chance. Of sets of 30 to 300 passages all find most with .5; of 2,276 (legalbench-rag) .3 and more find less in
 * the first ten than words (docs/decisions/encoder.md). Averaging the two lists, or fusing them by rank, loses a third where
 * the document must be found first.
 */
const weights = { least: 0.21, small: 0.5 };
const smallTheme = 300;
const weightIn = (passages: number): number =>
  weights.least + (weights.small - weights.least) * Math.min(1, smallTheme / Math.max(1, passages));
const leastChance = 1e-9;

/**
 * Merges hits by words and neighbors by meaning into one list, best first, by log-odds: the word score's log-odds, shifted
 * by how far the passage stands out in meaning. A passage not found by words gets the odds of the last hit; one without a
 * vector gets no shift. `score` becomes the combined estimate, so quotes follow this order too; `coverage`, `proximity` and
 * `named` still refer to words.
 */
export function fuse(
  hits: readonly Hit[],
  neighbors: readonly Neighbor[],
  { limit, passages }: { limit: number; passages: number },
): Hit[] {
  const weight = weightIn(passages);
  const above = new Map(neighbors.map((neighbor) => [keyOf(neighbor), neighbor.above]));
  const found = new Map(hits.map((hit) => [keyOf(hit), { hit, odds: logOdds(hit.score, leastChance) }]));
  const least = Math.min(0, ...[...found.values()].map(({ odds }) => odds));
  for (const { document, passage } of neighbors) {
    const place = keyOf({ document, passage });
    if (found.has(place)) continue;
    found.set(place, {
      hit: {
        document,
        passage,
        score: 0,
        coverage: 0,
        proximity: 0,
        named: 0,
      },
      odds: least,
    });
  }
  return [...found]
    .map(([place, { hit, odds }]) => ({ hit, joint: odds + weight * (above.get(place) ?? 0) }))
    .toSorted((a, b) => b.joint - a.joint || b.hit.score - a.hit.score)
    .slice(0, limit)
    .map(({ hit, joint }) => (neighbors.length === 0 ? hit : { ...hit, score: chanceOf(joint) }));
}

/** The log-odds added per standard deviation, among the best passages, of the nearness of a passage's nearest unit. */
const unitWeight = 0.8;

/** Of so many passages the best ten are found by their units (docs/experiments/2026-11-29-encoder.md). */
export const passagesOrdered = 20;

/**
 * The best passages in the order that their units suggest: one sentence may answer in a passage of many subjects, whose own
 * vector is near none of them. A passage without vectors of units keeps its score.
 */
export function orderByUnits(evidence: readonly Evidence[]): Evidence[] {
  const nearest = evidence.map(({ near = [] }) => Math.max(...near.map(({ cosine }) => cosine)));
  const known = nearest.filter(Number.isFinite);
  if (known.length === 0) return [...evidence];
  const deviationsOf = deviationsAmong(known);
  const shiftOf = (cosine = NaN) => (Number.isFinite(cosine) ? unitWeight * deviationsOf(cosine) : 0);
  return evidence
    .map((item, index) => ({
      ...item,
      score: chanceOf(logOdds(item.score, leastChance) + shiftOf(nearest[index])),
    }))
    .toSorted((one, other) => other.score - one.score)
    .map((item, index) => ({ ...item, rank: index + 1 }));
}

function keyOf({ document, passage }: { document: number; passage: number }): string {
  return `${document}/${passage}`;
}
