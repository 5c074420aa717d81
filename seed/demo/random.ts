/** A reproducible stream of numbers from 0 to 1 for a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Choices that are the same at every installation; only passwords are really random. */
export type Random = {
  next(): number;
  pick<T>(from: readonly [T, ...T[]]): T;
  shuffle<T>(items: readonly T[]): T[];
};

export function createRandom(seed: number): Random {
  const next = randomFrom(seed);
  return {
    next,
    pick: (from) => from[Math.floor(next() * from.length)] ?? from[0],
    shuffle: (items) =>
      items
        .map((item) => ({ item, place: next() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ item }) => item),
  };
}
