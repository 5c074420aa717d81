import { stat } from "node:fs/promises";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import type * as contract from "#contract/evidence/record.ts";
import type { BundleFilters } from "#contract/evidence/record.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { personOf, requireCompany, type Caller, type Context } from "#server/kernel/context.ts";
import { AppError, notFound } from "#server/platform/errors.ts";
import { fileResponse } from "#server/http/response.ts";
import { areOnRecord, getBundle, insertBundle, listBundles as listOf } from "./bundle-store.ts";
import { bundleDays } from "./bundle-days.ts";
import { presentBundle } from "./present.ts";

const dayMs = 86_400_000;

export async function createBundle(
  ctx: Context,
  { companyId, ...filters }: Input<typeof contract.createRecordBundle>,
): Promise<Result<typeof contract.createRecordBundle>> {
  const company = requireCompany(ctx, companyId);
  const bundle = await startBundle(ctx, company, filters);
  ctx.audit({
    action: "record.bundle",
    target: { type: "record-bundle", id: bundle.id },
    company,
    after: { filters: JSON.parse(JSON.stringify(filters)) },
  });
  return bundle;
}

/** Writes no event: the caller records the reason. */
export async function startBundle(
  ctx: Context,
  companyId: number,
  filters: z.output<typeof BundleFilters>,
): Promise<Result<typeof contract.createRecordBundle>> {
  if (!(await areOnRecord(ctx, companyId, filters))) throw notFound();
  const row = await insertBundle(ctx, companyId, personOf(ctx).id, filters);
  await ctx.enqueue("make-bundle", { companyId, bundleId: row.id });
  return presentBundle(row);
}

/** The bundles that one person requested. */
export async function listBundlesOf(
  ctx: Context,
  companyId: number,
  askedBy: number,
): Promise<Result<typeof contract.listRecordBundles>> {
  const since = new Date(ctx.now.getTime() - bundleDays * dayMs);
  const rows = await listOf(ctx, companyId, since);
  return rows.filter(({ asked_by }) => asked_by === askedBy).map(presentBundle);
}

export async function listBundles(
  ctx: Context,
  { companyId }: Input<typeof contract.listRecordBundles>,
): Promise<Result<typeof contract.listRecordBundles>> {
  const since = new Date(ctx.now.getTime() - bundleDays * dayMs);
  return (await listOf(ctx, requireCompany(ctx, companyId), since)).map(presentBundle);
}

export async function getBundleState(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.getRecordBundle>> {
  return presentBundle(await getBundle(ctx, id));
}

export async function getBundleFile(caller: Caller, { id }: { id: number }) {
  const { key, size, name } = await caller.transact(async (ctx) => {
    const row = await getBundle(ctx, id);
    const isExpired = ctx.now.getTime() - row.created_at.getTime() > bundleDays * dayMs;
    if (row.file_key === null || row.file_size === null || isExpired)
      throw new AppError(
        "conflict",
        isExpired
          ? "This bundle is older than a week and was removed. Make it again."
          : "This bundle is not ready yet.",
      );
    ctx.audit({
      action: "record.download-bundle",
      target: { type: "record-bundle", id },
      company: row.company_id,
      after: { sha256: row.sha256 },
    });
    return { key: row.file_key, size: row.file_size, name: `footnote-record-${id}.zip` };
  });
  return fileResponse({
    name,
    type: "application/zip",
    size,
    body: await caller.services.files.read(key),
  });
}

const verifier = join(import.meta.dirname, "../../../verifier/footnote-verify.mjs");

export async function getVerifier() {
  const { size } = await stat(verifier);
  const body = createReadStream(verifier);
  return fileResponse({ name: "footnote-verify.mjs", type: "text/javascript; charset=utf-8", size, body });
}
