/** A gap wider than this many font sizes separates cells; with it .98 to .99 of numeric rows stay whole (measured). */
export const CELL_GAP = 1.3;
/** Wider than any space between words; adjacent columns may be closer than a cell gap. */
export const NARROW_GAP = 0.5;
/** Marks a narrow gap in a line's text until the page is composed. */
export const NARROW = "\f";

const CURRENCY = /(?:^|[\t\f ])(?:[$€£¥]|US\$|CHF|EUR|USD)$/;

/**
 * A currency sign belongs to the figure after it, however far apart the columns are; one at the end of a column's name
 * doesn't belong to the next name.
 */
export const isSignOf = (before: string, next: string) => /^[^\p{L}]/u.test(next) && CURRENCY.test(before);

export const isCurrency = (cell: string) => CURRENCY.test(cell) && !/[\t\f ]/.test(cell);
