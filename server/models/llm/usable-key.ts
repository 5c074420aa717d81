import type { ModelType } from "#contract/kernel/values.ts";
import type { ModelLimits } from "#contract/models/limits.ts";
import type { ModelAddress } from "./models.ts";

/** A model with the key that pays for it; `owner` is the key's owner. */
export type UsableKey = ModelAddress & {
  owner: "company" | "installation";
  slot: ModelType;
  limits: ModelLimits;
};
