import { may } from "#server/context.ts";
import { policyOf } from "#server/policy.ts";
import type { HelpRow } from "./store.ts";

export const allow = policyOf<HelpRow>()({
  // one's own company's items; the platform's only from outside any company
  edit: (ctx, item) => may(ctx, "help:edit") && item.company_id === ctx.company,
  customise: (ctx, item) => may(ctx, "help:edit") && ctx.company !== null && item.company_id === null,
  // what one sees one may put in order: the order is the company's (or the platform's), not the item's
  move: (ctx) => may(ctx, "help:edit"),
  hide: (ctx, item) => may(ctx, "help:edit") && ctx.company !== null && item.company_id === null,
});
