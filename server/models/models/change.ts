import type * as contract from "#contract/models/models.ts";
import type { CatalogEntry, CatalogRow } from "#contract/models/models.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { AppError, invalid, notFound } from "#server/platform/errors.ts";
import { loadToChange } from "#server/http/versions/load-to-change.ts";
import { readCatalog } from "./catalog.ts";
import { presentModel } from "./present.ts";
import { deleteModel, getAdded, insertModel, setModel } from "./store.ts";

export async function addModel(
  ctx: Context,
  entry: Input<typeof contract.addModel>,
): Promise<Result<typeof contract.addModel>> {
  mustBeSound(entry);
  const id = await insertModel(ctx, entry);
  if (id === null)
    throw new AppError("conflict", `${entry.name} of this provider was already added. Change that entry.`);
  ctx.audit({ action: "model.add", target: { type: "model", id }, after: { ...entry } });
  return presented(ctx, id);
}

export async function changeModel(
  ctx: Context,
  { id, version, ...values }: Input<typeof contract.changeModel>,
): Promise<Result<typeof contract.changeModel>> {
  const model = await loadToChange(
    ctx,
    { version },
    { table: "catalogue_models", id, recordedAs: "model" },
    { load: () => getAdded(ctx, id), present: (row) => row },
  );
  const { updatedAt: _, version: _was, ...before } = model;
  const after = { ...before, ...values };
  mustBeSound(after);
  await setModel(ctx, after);
  ctx.audit({ action: "model.change", target: { type: "model", id }, before, after });
  return presented(ctx, id);
}

export async function removeModel(ctx: Context, { id }: { id: number }): Promise<{ success: true }> {
  const model = await getAdded(ctx, id);
  await deleteModel(ctx, model);
  const { updatedAt: _, version: _was, ...before } = model;
  ctx.audit({ action: "model.remove", target: { type: "model", id }, before });
  return { success: true };
}

function mustBeSound(entry: CatalogEntry): void {
  if (entry.successor === entry.name) throw invalid("successor", "A model can't be its own successor.");
}

async function presented(ctx: Context, id: number): Promise<CatalogRow> {
  const model = (await readCatalog(ctx)).find((known) => known.id === id);
  if (model === undefined) throw notFound();
  return presentModel(model, ctx.now);
}
