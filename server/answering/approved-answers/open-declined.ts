/** Questions that nobody has dealt with, for the desk too. */
export { listDisagreeing, listOpenDeclined as openDeclined } from "./declined-store.ts";
export type { DeclinedRow, DisagreeingRow } from "./declined-store.ts";
