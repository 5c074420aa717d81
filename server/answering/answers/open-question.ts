import type { ModelType } from "#contract/kernel/values.ts";
import { usableKey } from "#server/identity/companies/model-keys.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import type { Context } from "#server/kernel/context.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import type { AskedQuestion } from "./asked-question.ts";
import { focusOf, versionsWithTags } from "./chosen-tags.ts";
import type { Turn } from "./model/prompt.ts";
import { getOpenTheme } from "./open-theme.ts";
import type { ComposedFrom } from "./recorded-question.ts";

/** A question that the caller may ask, with the inputs for its answer. */
export type OpenedQuestion = Omit<ComposedFrom, "id" | "theme"> & { theme: Allowed<ThemeRow, "ask"> };

/** @throws AppError not_found, or conflict for a theme that is switched off */
export async function openQuestion(
  ctx: Context,
  { themeId, userQuery, selectedTags }: Pick<AskedQuestion, "themeId" | "userQuery" | "selectedTags">,
  turnsOf: (theme: ThemeRow) => Promise<Turn[]>,
): Promise<OpenedQuestion> {
  const theme = await getOpenTheme(ctx, themeId);
  const own: ModelType = theme.model_type === "smarter" ? "smarter" : "smart";
  const key = await usableKey(ctx, theme.company_id, own);
  const otherKey =
    key !== null && theme.fallback === "other-model"
      ? await usableKey(ctx, theme.company_id, own === "smart" ? "smarter" : "smart")
      : null;
  const turns = await turnsOf(theme);
  const versions = await versionsWithTags(ctx, theme, selectedTags);
  const focus = await focusOf(ctx, theme, { text: userQuery, selectedTags });
  return { question: userQuery, theme, key, otherKey, turns, tags: selectedTags, versions, focus };
}
