/** A day without a time, as `2026-01-31`. */
export type Day = { day: string };

/** A cell by its type: text stays text whatever it looks like, and a `Date` is a moment in UTC. */
export type Cell = string | number | Date | Day | null;

/** The files that a list can be saved as. */
export type SpreadsheetFormat = "csv" | "xlsx";
