/** As `cellBreak` in engine/text/rows.ts. */
const NAME_BREAK = /(?<=^| )\|(?= |$)/;

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
  const [above, below] = [upper, lower].map((row) => row.split(NAME_BREAK).map((name) => name.trim()));
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

/** A longer first cell is no name. */
const LONGEST_GROUP = 80;

/** Whether the first cell of a row is blank before others with words: the row belongs to the group of a row above. */
export const isOfGroup = (row: string) => /^\s*\|(?!\s*(?:sub|grand )?totals?\b)[^|\t]*\p{L}/iu.test(row);

/** The group of a row: its first cell, or that of the rows above where it is blank. */
export function groupOf(row: string, above: string): string {
  if (isOfGroup(row)) return above;
  const [first = "", ...others] = row.split(/\t|(?<=^| )\|(?= |$)/);
  const isName = others.length > 0 && /\p{L}/u.test(first) && first.length <= LONGEST_GROUP;
  return isName ? first.replace(/\s+/g, " ").trim() : "";
}
