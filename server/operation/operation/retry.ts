import type * as contract from "#contract/operation/operation.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";

export async function retryJobs(
  ctx: Context,
  { name, id }: Input<typeof contract.retryJobs>,
): Promise<Result<typeof contract.retryJobs>> {
  const retried = await ctx.services.queue.retry(ctx.db, name, id);
  if (id !== undefined && retried === 0) throw notFound();
  ctx.audit({ action: "job.retry", target: { type: "job", id: id ?? name }, after: { name, retried } });
  return { retried };
}
