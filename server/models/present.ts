import type { CatalogueRow } from "#contract/models.ts";
import type { KnownModel } from "./catalogue.ts";
import { retirementOf } from "./retirement.ts";

export function presentModel(model: KnownModel, now: Date): CatalogueRow {
  return {
    ...model,
    updatedAt: model.updatedAt?.toISOString() ?? null,
    retirement: retirementOf(model, now),
  };
}
