import type * as contract from "#contract/answering/reviews.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { ReviewRules } from "#contract/answering/reviews.ts";
import { requireCompany, type Context } from "#server/kernel/context.ts";
import { afterChange } from "#server/http/versions/changed.ts";
import { loadToChange } from "#server/http/versions/load-to-change.ts";
import { findRules, setRules } from "./store.ts";

export function getReviewRules(
  ctx: Context,
  input: Input<typeof contract.getReviewRules>,
): Promise<Result<typeof contract.getReviewRules>> {
  return findRules(ctx, requireCompany(ctx, input.companyId));
}

export async function setReviewRules(
  ctx: Context,
  { companyId, version, ...changes }: Input<typeof contract.setReviewRules>,
): Promise<Result<typeof contract.setReviewRules>> {
  const company = requireCompany(ctx, companyId);
  const { version: _, ...before } = await loadToChange(
    ctx,
    { version },
    { table: "review_rules", key: "company_id", id: company, recordedAs: "company" },
    { load: () => findRules(ctx, company), present: (row) => row },
  );
  const rules: ReviewRules = afterChange(before, changes);
  await setRules(ctx, company, rules);
  ctx.audit({
    action: "review.set-rules",
    target: { type: "company", id: company },
    company,
    before,
    after: rules,
  });
  return findRules(ctx, company);
}
