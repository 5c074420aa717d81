import { may, personOf } from "#server/kernel/context.ts";
import { policyOf } from "#server/kernel/policy.ts";
import type { CompanyRow } from "./shared-store.ts";

export const allow = policyOf<CompanyRow>()({
  edit: (ctx, company) =>
    may(ctx, "company:edit") && (may(ctx, "company:choose") || personOf(ctx).companyId === company.id),
  delete: (ctx) => may(ctx, "company:delete"),
  restore: (ctx) => may(ctx, "company:delete"),
});
