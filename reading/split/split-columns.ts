import { splitCells } from "#engine/text/rows.ts";

/** A row of cells as it appears in a section name. */
export const oneLine = (row: string) =>
  row
    .replace(/\s+/g, (gap, at: number) => {
      const standsAtBar = row[at - 1] === "|" || row[at + gap.length] === "|";
      return gap.includes("\t") && !standsAtBar ? "|" : " ";
    })
    .replaceAll("|", " | ")
    .replace(/\s+/g, " ");

/**
 * Merges two rows of column names: `Loss | 2024 | 2025` over `Class | Rate | Rate`. If they differ in number, the upper
 * ones go before the lower, so that there are as many as below.
 */
export function joinNames(upper: string, lower: string): string {
  const [above, below] = [upper, lower].map(splitCells);
  if (above === undefined || below === undefined || above.length !== below.length)
    return `${(above ?? []).filter((name) => name !== "").join(", ")} / ${lower}`;
  let group = "";
  return below
    .map((name, column) => {
      const own = above[column] ?? "";
      // A name over several columns belongs to the first of them; the others have names of their own below.
      const isUnder = own === "" && name !== "" && (below[column - 1] ?? "") !== "";
      group = isUnder ? group : own;
      return [group, name].filter((part) => part !== "").join(" ");
    })
    .join(" | ");
}
