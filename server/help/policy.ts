import { may } from "#server/context.ts";
import { policyOf } from "#server/policy.ts";
import type { HelpRow } from "./store.ts";

export const allow = policyOf<HelpRow>()({
  // one's own company's items; the platform's only from outside any company
  edit: (ctx, item) => may(ctx, "help:edit") && item.company_id === ctx.company,
  customise: (ctx, item) => may(ctx, "help:edit") && ctx.company !== null && item.company_id === null,
  hide: (ctx, item) => may(ctx, "help:edit") && ctx.company !== null && item.company_id === null,
});
