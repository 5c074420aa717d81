import { may } from "#server/kernel/context.ts";
import { policyOf } from "#server/kernel/policy.ts";
import type { HelpRow } from "./store.ts";

export const allow = policyOf<HelpRow>()({
  // the company's own items; the platform's only from outside any company
  edit: (ctx, item) => may(ctx, "help:edit") && item.company_id === ctx.company,
  customize: (ctx, item) => may(ctx, "help:edit") && ctx.company !== null && item.company_id === null,
  // visible items can be reordered: the order belongs to the company (or platform), not the item
  move: (ctx) => may(ctx, "help:edit"),
  hide: (ctx, item) => may(ctx, "help:edit") && ctx.company !== null && item.company_id === null,
});
