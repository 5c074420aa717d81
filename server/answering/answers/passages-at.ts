/** Passages of a theme's documents by their positions, for approved answers too. */
export { loadPassages as passagesAt } from "./passage-store.ts";
