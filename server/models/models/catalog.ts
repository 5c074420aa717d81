import type { CatalogEntry } from "#contract/models/models.ts";
import type { Context } from "#server/kernel/context.ts";
import { shippedModels } from "#server/models/llm/catalog.ts";
import { listAdded, type AddedModel } from "./store.ts";

export type KnownModel = CatalogEntry & {
  id: number | null;
  version: number;
  updatedAt: Date | null;
  replacesShipped: boolean;
};

/** Known models: the shipped entries, replaced and extended by this installation's. */
export async function readCatalog(ctx: Context): Promise<KnownModel[]> {
  const added = await listAdded(ctx);
  const isSame = (one: CatalogEntry, other: CatalogEntry) =>
    one.provider === other.provider && one.name === other.name;
  const shipped = shippedModels.filter((entry) => !added.some((other) => isSame(entry, other)));
  return [
    ...added.map((entry: AddedModel) => ({
      ...entry,
      replacesShipped: shippedModels.some((other) => isSame(entry, other)),
    })),
    ...shipped.map((entry) => ({ ...entry, id: null, version: 0, updatedAt: null, replacesShipped: false })),
  ];
}
