import type * as contract from "#contract/reviews.ts";
import type { Input } from "#contract/endpoint.ts";
import type { ReviewRules } from "#contract/reviews.ts";
import { requireCompany } from "#server/context.ts";
import type { Context } from "#server/context.ts";
import { findRules, setRules } from "./store.ts";

export function getReviewRules(
  ctx: Context,
  input: Input<typeof contract.getReviewRules>,
): Promise<ReviewRules> {
  return findRules(ctx, requireCompany(ctx, input.companyId));
}

export async function setReviewRules(
  ctx: Context,
  { companyId, ...changes }: Input<typeof contract.setReviewRules>,
): Promise<ReviewRules> {
  const company = requireCompany(ctx, companyId);
  const before = await findRules(ctx, company);
  const rules: ReviewRules = {
    badRating: changes.badRating ?? before.badRating,
    unsupported: changes.unsupported ?? before.unsupported,
    abstained: changes.abstained ?? before.abstained,
    samplePercent: changes.samplePercent ?? before.samplePercent,
  };
  await setRules(ctx, company, rules);
  ctx.audit({
    action: "review.set-rules",
    target: { type: "company", id: company },
    company,
    before,
    after: rules,
  });
  return rules;
}
