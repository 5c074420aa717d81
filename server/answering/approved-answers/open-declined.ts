/** Declined questions that nobody has dealt with, for the desk too. */
export { listOpenDeclined as openDeclined } from "./declined-store.ts";
export type { DeclinedRow } from "./declined-store.ts";
