import type { CatalogRow } from "#contract/models/models.ts";
import type { KnownModel } from "./catalog.ts";
import { retirementOf } from "./retirement.ts";

export function presentModel(model: KnownModel, now: Date): CatalogRow {
  return {
    ...model,
    updatedAt: model.updatedAt?.toISOString() ?? null,
    retirement: retirementOf(model, now),
  };
}
