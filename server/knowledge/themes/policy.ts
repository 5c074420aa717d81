import { widgetScope } from "#contract/kernel/permissions.ts";
import { may } from "#server/kernel/context.ts";
import { isInReach, policyOf } from "#server/kernel/policy.ts";
import type { ThemeRow } from "./shared-store.ts";

export const allow = policyOf<ThemeRow>()({
  // agents reach only the themes assigned to them (store.ts); an inactive theme answers nobody
  ask: (ctx, theme) => (may(ctx, "theme:ask") || may(ctx, widgetScope)) && isInReach(ctx, theme),
  edit: (ctx, theme) => may(ctx, "theme:edit") && isInReach(ctx, theme),
  delete: (ctx, theme) => may(ctx, "theme:delete") && isInReach(ctx, theme),
  copy: (ctx, theme) => may(ctx, "theme:create") && isInReach(ctx, theme),
  assign: (ctx, theme) => may(ctx, "theme:assign") && isInReach(ctx, theme),
  upload: (ctx, theme) => may(ctx, "document:upload") && isInReach(ctx, theme),
  put: (ctx, theme) => may(ctx, "document:replace") && isInReach(ctx, theme),
});
