type Range = { from: number; to: number };

/** Ascending numbers as text: "1-3,7". */
export function rangesOf(numbers: readonly number[]): string {
  const ranges: Range[] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && number === last.to + 1) last.to = number;
    else ranges.push({ from: number, to: number });
  }
  return ranges.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(",");
}

/** @throws Error for a text not written by `rangesOf` */
export function parseRanges(text: string): Range[] {
  if (text === "") return [];
  return text.split(",").map((part) => {
    const [, from, to] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(part) ?? [];
    if (from === undefined) throw new Error(`${part.slice(0, 40)} is no range of numbers`);
    return { from: Number(from), to: Number(to ?? from) };
  });
}

/** Numbers of many ranges, found by binary search: memory grows with the number of ranges only. */
export class NumberSet {
  readonly #ranges: Range[] = [];

  constructor(ranges: Iterable<Range>) {
    for (const { from, to } of [...ranges].toSorted((a, b) => a.from - b.from)) {
      const last = this.#ranges.at(-1);
      if (last !== undefined && from <= last.to + 1) last.to = Math.max(last.to, to);
      else this.#ranges.push({ from, to });
    }
  }

  has(number: number): boolean {
    return this.meets({ from: number, to: number });
  }

  /** Whether it holds any number of the range. */
  meets({ from, to }: Range): boolean {
    let [low, high] = [0, this.#ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const range = this.#ranges[middle];
      if (range === undefined) return false;
      if (to < range.from) high = middle;
      else if (from > range.to) low = middle + 1;
      else return true;
    }
    return false;
  }
}
