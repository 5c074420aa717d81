import { useMemo, useState } from "react";

/** Rows that one action may concern: with more, nobody reads which were left out, and the server is busy for minutes. */
export const mostSelected = 500;

export type Selection<Row> = {
  /** In the order of choosing. */
  rows: Row[];
  has(row: Row): boolean;
  isFull: boolean;
  /** Beyond `mostSelected`, further ones are left out. */
  choose(rows: readonly Row[], isChosen: boolean): void;
  clear(): void;
};

/** Rows chosen by their boxes; they stay chosen while pages and filters change. */
export function useSelection<Row>(idOf: (row: Row) => number): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Row>>(new Map());
  return useMemo(
    () => ({
      rows: [...chosen.values()],
      has: (row) => chosen.has(idOf(row)),
      isFull: chosen.size >= mostSelected,
      choose: (rows, isChosen) =>
        setChosen((before) => {
          const after = new Map(before);
          for (const row of rows)
            if (!isChosen) after.delete(idOf(row));
            else if (after.has(idOf(row)) || after.size < mostSelected) after.set(idOf(row), row);
          return after;
        }),
      clear: () => setChosen(new Map()),
    }),
    [chosen, idOf],
  );
}
