/** Keeps the `limit` best of many offered slots in a heap with the worst on top. Ties are resolved by `before`. */
export function createBest(limit: number, before: (left: number, right: number) => boolean) {
  const slots = new Uint32Array(limit);
  const scores = new Float64Array(limit);
  let size = 0;

  const worse = (left: number, right: number) => {
    const difference = (scores[left] ?? 0) - (scores[right] ?? 0);
    return difference < 0 || (difference === 0 && before(slots[right] ?? 0, slots[left] ?? 0));
  };
  function swap(left: number, right: number) {
    [slots[left], slots[right]] = [slots[right] ?? 0, slots[left] ?? 0];
    [scores[left], scores[right]] = [scores[right] ?? 0, scores[left] ?? 0];
  }
  function sink() {
    for (let index = 0; ;) {
      let least = index;
      for (const child of [2 * index + 1, 2 * index + 2])
        if (child < size && worse(child, least)) least = child;
      if (least === index) return;
      swap(index, least);
      index = least;
    }
  }
  function rise(from: number) {
    for (let index = from; index > 0;) {
      const parent = (index - 1) >> 1;
      if (!worse(index, parent)) return;
      swap(index, parent);
      index = parent;
    }
  }

  function offer(slot: number, score: number) {
    if (size < limit) {
      slots[size] = slot;
      scores[size] = score;
      rise(size++);
    } else if (
      size > 0 &&
      (score > (scores[0] ?? 0) || (score === (scores[0] ?? 0) && before(slot, slots[0] ?? 0)))
    ) {
      slots[0] = slot;
      scores[0] = score;
      sink();
    }
  }

  /** The score below which an offer is rejected. */
  const floor = () => (size < limit ? -Infinity : (scores[0] ?? 0));

  /** The kept slots, best first. */
  function take(): { slot: number; score: number }[] {
    const kept = Array.from({ length: size }, (_, index) => ({
      slot: slots[index] ?? 0,
      score: scores[index] ?? 0,
    }));
    return kept.sort((left, right) => right.score - left.score || (before(left.slot, right.slot) ? -1 : 1));
  }

  return { offer, floor, take };
}
