import { personOf, type Context } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { allow } from "#server/knowledge/themes/policy.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";

/**
 * The theme, if the caller may ask it.
 * @throws conflict for a theme that is switched off
 */
export async function getOpenTheme(ctx: Context, id: number) {
  const theme = allow(ctx, "ask", await getTheme(ctx, id));
  if (!theme.is_open)
    throw new AppError(
      "conflict",
      `This theme is inactive and cannot be asked. ${personOf(ctx).role === "agent" ? "An administrator can switch" : "Switch"} on the theme or its workspace.`,
    );
  return theme;
}
