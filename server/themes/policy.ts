import { may } from "#server/context.ts";
import type { Context } from "#server/context.ts";
import { policyOf } from "#server/policy.ts";
import type { ThemeRow } from "./store.ts";

const inCompany = (ctx: Context, theme: ThemeRow) => ctx.company === null || ctx.company === theme.company_id;

export const allow = policyOf<ThemeRow>()({
  // agents reach only the themes assigned to them (store.ts); an inactive theme answers nobody
  ask: (ctx, theme) => may(ctx, "theme:ask") && inCompany(ctx, theme),
  edit: (ctx, theme) => may(ctx, "theme:edit") && inCompany(ctx, theme),
  delete: (ctx, theme) => may(ctx, "theme:delete") && inCompany(ctx, theme),
  assign: (ctx, theme) => may(ctx, "theme:assign") && inCompany(ctx, theme),
  upload: (ctx, theme) => may(ctx, "document:upload") && inCompany(ctx, theme),
});
