/** A gap wider than this many font sizes parts cells; with it .98 to .99 of numeric rows stay whole (measured). */
export const CELL_GAP = 1.3;
/** No space between words is as wide; columns that stand near each other are parted by less than a cell's gap. */
export const NARROW_GAP = 0.5;
/** Stands for a narrow gap in a line's text until the page is composed. */
export const NARROW = "\f";

/** A currency sign belongs to the number after it, however far the columns are apart. */
export function isCurrency(text: string): boolean {
  return /(?:^|[\t\f ])(?:[$€£¥]|US\$|CHF|EUR|USD)$/.test(text);
}
