import { HeldChange } from "#contract/knowledge/themes.ts";
import { ModelType } from "#contract/kernel/values.ts";
import type { Context } from "#server/kernel/context.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import { changed, columnsFor, fieldsOf } from "#server/http/versions/changed.ts";
import { onContents } from "./contents-port.ts";
import { allow } from "./policy.ts";
import { heldOf } from "./present.ts";
import { getTheme, type ThemeRow } from "./shared-store.ts";
import { setTheme, type ThemeValues } from "./store.ts";

type Settings = Required<HeldChange>;

const fields = HeldChange.keyof().options;

const settingColumns = {
  purpose: "purpose",
  guidingInstructions: "guiding_instructions",
  modelType: "model_type",
  requireSignOff: "require_sign_off",
} as const;
/** Those that change at once, whatever waits for an approval. */
export const plainColumns = {
  name: "name",
  isActive: "is_active",
  requireApproval: "require_approval",
  fallback: "fallback",
  workspaceId: "workspace_id",
  distributionPartnerTags: "distribution_partner_tags",
  productTags: "product_tags",
  topicTags: "topic_tags",
  stateTags: "state_tags",
} as const;
export const themeColumns = { ...settingColumns, ...plainColumns };

export const settingsOf = (theme: ThemeRow): Settings => ({
  ...fieldsOf(theme, settingColumns),
  modelType: ModelType.parse(theme.model_type),
});

export const columnsOf = (settings: Settings) => columnsFor(settings, settingColumns);

/** What a change of settings does: the values that answer from now on, those that wait, and what is to be tried, if anything. */
export function settingsIn(theme: ThemeRow, input: HeldChange) {
  const now = settingsOf(theme);
  const waited = heldOf(theme) ?? {};
  const wanted = { ...(theme.require_approval ? waited : {}), ...given(input) };
  const changed = pick(wanted, (field) => wanted[field] !== undefined && wanted[field] !== now[field]);
  const isChanged = Object.keys(changed).length > 0;
  const before = pick(now, (field) => field in changed);
  if (!theme.require_approval)
    return {
      live: { ...now, ...changed },
      held: Object.keys(waited).length > 0 ? waited : null,
      run: isChanged ? { before, after: changed, isHeld: false } : undefined,
    };
  const isSame = JSON.stringify(changed) === JSON.stringify(pick(waited, () => true));
  return {
    live: now,
    held: isChanged ? changed : null,
    run: isSame ? undefined : isChanged ? { before, after: changed, isHeld: true } : null,
  };
}

const given = (input: HeldChange): HeldChange => pick(input, (field) => input[field] !== undefined);

/** Its fields in one order, so that two can be compared. */
function pick(settings: HeldChange, isWanted: (field: (typeof fields)[number]) => boolean): HeldChange {
  return Object.fromEntries(
    fields.filter((field) => field in settings && isWanted(field)).map((field) => [field, settings[field]]),
  );
}

/** The row as its change writes it. */
export function valuesOf(theme: ThemeRow): ThemeValues {
  return {
    ...changed(theme, {}, plainColumns).values,
    ...columnsOf(settingsOf(theme)),
    held_change: heldOf(theme),
  };
}

export async function applySettings(
  ctx: Context,
  theme: Allowed<ThemeRow, "edit">,
  values: ThemeValues,
): Promise<void> {
  await setTheme(ctx, theme, values);
  // a signature that is now required takes an unsigned version out of force
  if (values.require_sign_off !== theme.require_sign_off) await onContents.of(ctx.services)(ctx, theme);
}

/** Ends the waiting of a theme's settings: they answer from now on, or are dropped. */
export async function settleHeldChange(ctx: Context, themeId: number, isUsed: boolean): Promise<void> {
  const theme = allow(ctx, "edit", await getTheme(ctx, themeId));
  const held = isUsed ? heldOf(theme) : null;
  await applySettings(ctx, theme, {
    ...valuesOf(theme),
    ...columnsOf({ ...settingsOf(theme), ...held }),
    held_change: null,
  });
}
