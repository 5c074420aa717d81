import type { Hit } from "./theme-index.ts";
import type { Neighbour } from "./vectors.ts";

/**
 * The share of meaning beside words. A normalised weighted sum was at least as good as reciprocal ranks in every published
 * comparison we found (design, 'From question to passages'); half and half is the middle of the shares they report as
 * best. Not tuned here: no embedding model can be measured without one.
 */
const meaningShare = 0.5;

/**
 * Hits by words and neighbours by meaning as one list, best first: both brought to 0..1 among what either found, then
 * summed. What only one of them found counts nothing for the other. `score` and `coverage` stay those of the words.
 */
export function fuse(hits: Hit[], neighbours: Neighbour[], limit: number): Hit[] {
  const words = scaled(hits, ({ score }) => score);
  const meaning = scaled(neighbours, ({ similarity }) => similarity);
  const found = new Map<string, Hit>(hits.map((hit) => [placeOf(hit), hit]));
  for (const { document, passage } of neighbours) {
    const place = placeOf({ document, passage });
    if (!found.has(place))
      found.set(place, { document, passage, score: 0, coverage: 0, together: 0, named: 0 });
  }
  const worth = (place: string) =>
    (1 - meaningShare) * (words.get(place) ?? 0) + meaningShare * (meaning.get(place) ?? 0);
  return [...found]
    .toSorted(([a, one], [b, other]) => worth(b) - worth(a) || other.score - one.score)
    .slice(0, limit)
    .map(([, hit]) => hit);
}

function scaled<T extends { document: number; passage: number }>(all: T[], figure: (item: T) => number) {
  const figures = all.map(figure);
  const [least, most] = [Math.min(...figures), Math.max(...figures)];
  const range = most - least || 1;
  return new Map(all.map((item) => [placeOf(item), (figure(item) - least) / range]));
}

function placeOf({ document, passage }: { document: number; passage: number }): string {
  return `${document}/${passage}`;
}
