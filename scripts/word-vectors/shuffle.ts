/** The same random order for the same seed: Fisher and Yates's shuffle with a linear congruential generator. */
export function shuffle<Value>(values: readonly Value[], seed: number): Value[] {
  const shuffled = [...values];
  let state = seed;
  for (let last = shuffled.length - 1; last > 0; last--) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    const other = Math.floor((state / 2 ** 31) * (last + 1));
    const [one, two] = [shuffled[last], shuffled[other]];
    if (one !== undefined && two !== undefined) [shuffled[last], shuffled[other]] = [two, one];
  }
  return shuffled;
}
