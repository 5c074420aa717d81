import type * as contract from "#contract/operation/help.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { requireCompany, type Context } from "#server/kernel/context.ts";
import { presentHelp } from "./change.ts";
import { allow } from "./policy.ts";
import { getHelp, listHelp, listHidden, setOrder, showHelp } from "./store.ts";

export async function listHiddenHelp(
  ctx: Context,
  input: Input<typeof contract.listHiddenHelp>,
): Promise<Result<typeof contract.listHiddenHelp>> {
  // the platform itself hides nothing
  if (ctx.company === null) return [];
  const rows = await listHidden(ctx, requireCompany(ctx, input.companyId));
  return rows.map((row) => presentHelp(ctx, row));
}

export async function restoreHelp(
  ctx: Context,
  { id, companyId }: Input<typeof contract.restoreHelp>,
): Promise<Result<typeof contract.restoreHelp>> {
  const company = requireCompany(ctx, companyId);
  const item = (await listHidden(ctx, company)).find((row) => row.id === id);
  // an item that is not (or no longer) hidden is already shown or does not exist
  if (item === undefined) return presentHelp(ctx, await getHelp(ctx, id));
  await showHelp(ctx, company, allow(ctx, "hide", item));
  ctx.audit({ action: "help.restore", target: { type: "help", id }, after: { title: item.title } });
  return presentHelp(ctx, item);
}

/** At either end of its kind, nothing moves. */
export async function moveHelp(
  ctx: Context,
  { id, direction }: Input<typeof contract.moveHelp>,
): Promise<Result<typeof contract.moveHelp>> {
  const item = await getHelp(ctx, id);
  const order = (await listHelp(ctx)).filter(({ type }) => type === item.type);
  const from = order.findIndex((row) => row.id === id);
  const to = direction === "up" ? from - 1 : from + 1;
  const other = order[to];
  if (other !== undefined) {
    const moved = order.map((row, index) => (index === from ? other : index === to ? item : row));
    await setOrder(
      ctx,
      moved.map((row) => allow(ctx, "move", row)),
    );
    ctx.audit({ action: "help.move", target: { type: "help", id }, after: { direction } });
  }
  return (await listHelp(ctx)).map((row) => presentHelp(ctx, row));
}
