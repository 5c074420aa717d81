import { may } from "#server/context.ts";
import type { Context } from "#server/context.ts";
import { policyOf } from "#server/policy.ts";
import type { DocumentRow } from "./store.ts";

const inCompany = (ctx: Context, document: DocumentRow) =>
  ctx.company === null || ctx.company === document.company_id;

export const allow = policyOf<DocumentRow>()({
  edit: (ctx, document) => may(ctx, "document:edit") && inCompany(ctx, document),
  replace: (ctx, document) => may(ctx, "document:upload") && inCompany(ctx, document),
  delete: (ctx, document) => may(ctx, "document:delete") && inCompany(ctx, document),
});
