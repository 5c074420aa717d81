import type { ModelAddress } from "./models.ts";

/** A model with the key that pays for it; `owner` says whose key it is. */
export type UsableKey = ModelAddress & { owner: "company" | "installation" };
