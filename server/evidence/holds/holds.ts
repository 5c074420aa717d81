import type * as contract from "#contract/evidence/holds.ts";
import type { Hold } from "#contract/evidence/holds.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { requireCompany, type Context } from "#server/kernel/context.ts";
import { AppError, invalid, notFound } from "#server/platform/errors.ts";
import { areOfCompany, getHold, insertHold, lift, listHolds as listOf, type HoldRow } from "./store.ts";

export async function listHolds(
  ctx: Context,
  { companyId, ...page }: Input<typeof contract.listHolds>,
): Promise<Result<typeof contract.listHolds>> {
  const { rows, total } = await listOf(ctx, requireCompany(ctx, companyId), page);
  return { rows: rows.map(presentHold), total };
}

/** Waits for the batch of a running erasure, and stops the next one. */
export async function createHold(
  ctx: Context,
  { companyId, reason, ...conditions }: Input<typeof contract.createHold>,
): Promise<Result<typeof contract.createHold>> {
  const company = requireCompany(ctx, companyId);
  const { from, to } = conditions;
  if (Object.values(conditions).every((condition) => condition === undefined))
    throw invalid("from", "Say what is held: a person, a theme, a document, or a period.");
  if (from !== undefined && to !== undefined && from > to)
    throw invalid("to", "The last day comes before the first.");
  if (!(await areOfCompany(ctx, company, conditions))) throw notFound();
  const id = await insertHold(ctx, company, { ...conditions, reason });
  ctx.audit({
    action: "hold.set",
    target: { type: "hold", id },
    company,
    after: { ...JSON.parse(JSON.stringify(conditions)), reason },
  });
  return presentHold(await getHold(ctx, id));
}

export async function liftHold(
  ctx: Context,
  { id, reason }: Input<typeof contract.liftHold>,
): Promise<Result<typeof contract.liftHold>> {
  const hold = await getHold(ctx, id);
  if (!(await lift(ctx, hold, { reason })))
    throw new AppError("conflict", "This hold has already been lifted.");
  ctx.audit({
    action: "hold.lift",
    target: { type: "hold", id },
    company: hold.company_id,
    before: { reason: hold.reason },
    after: { reason },
  });
  return presentHold(await getHold(ctx, id));
}

function presentHold(row: HoldRow): Hold {
  const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? "" });
  return {
    id: row.id,
    person: named(row.user_id, row.user_name),
    theme: named(row.theme_id, row.theme_name),
    document: named(row.document_id, row.document_name),
    from: row.first_day,
    to: row.last_day,
    reason: row.reason,
    setBy: row.set_by_name ?? "",
    setAt: row.set_at.toISOString(),
    lifted:
      row.lifted_at === null
        ? null
        : { by: row.lifted_by_name ?? "", at: row.lifted_at.toISOString(), reason: row.lift_reason ?? "" },
  };
}
