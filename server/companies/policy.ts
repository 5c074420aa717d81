import { may, personOf } from "#server/context.ts";
import { policyOf } from "#server/policy.ts";
import type { CompanyRow } from "./shared-store.ts";

export const allow = policyOf<CompanyRow>()({
  edit: (ctx, company) =>
    may(ctx, "company:edit") &&
    (personOf(ctx).role === "super_admin" || personOf(ctx).companyId === company.id),
  delete: (ctx) => may(ctx, "company:delete") && personOf(ctx).role === "super_admin",
});
