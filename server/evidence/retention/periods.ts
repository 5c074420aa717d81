import type * as contract from "#contract/evidence/retention.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { requireCompany, type Context } from "#server/kernel/context.ts";
import { afterChange } from "#server/http/versions/changed.ts";
import { loadToChange } from "#server/http/versions/load-to-change.ts";
import { countDue, listDue, lockErasure, periodsOf, setPeriods } from "./store.ts";

export function getRetention(
  ctx: Context,
  { companyId }: Input<typeof contract.getRetention>,
): Promise<Result<typeof contract.getRetention>> {
  return periodsOf(ctx, requireCompany(ctx, companyId));
}

export async function setRetention(
  ctx: Context,
  { companyId, version, ...asked }: Input<typeof contract.setRetention>,
): Promise<Result<typeof contract.setRetention>> {
  const company = requireCompany(ctx, companyId);
  // a running erasure batch ends under the period it started with
  await lockErasure(ctx, company);
  const { version: _, ...before } = await loadToChange(
    ctx,
    { version },
    { table: "retention_periods", key: "company_id", id: company, recordedAs: "retention" },
    { load: () => periodsOf(ctx, company), present: (row) => row },
  );
  const after = afterChange(before, asked);
  await setPeriods(ctx, company, after);
  ctx.audit({ action: "retention.set", target: { type: "retention", id: company }, company, before, after });
  return periodsOf(ctx, company);
}

export function countDueUnder(
  ctx: Context,
  { companyId, interactions, documents, events }: Input<typeof contract.countDue>,
): Promise<Result<typeof contract.countDue>> {
  return countDue(ctx, requireCompany(ctx, companyId), {
    interactions: interactions ?? null,
    documents: documents ?? null,
    events: events ?? null,
  });
}

export async function listDueUnder(
  ctx: Context,
  { companyId, of, months, after, limit }: Input<typeof contract.listDue>,
): Promise<Result<typeof contract.listDue>> {
  const rows = await listDue(ctx, requireCompany(ctx, companyId), { of, months }, { after, limit });
  return { rows, next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null };
}
