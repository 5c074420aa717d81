import type { HeldChange } from "#contract/knowledge/themes.ts";
import type { Context } from "#server/kernel/context.ts";
import { portOf } from "#server/kernel/port.ts";

type ThemeKey = { company_id: number; id: number };

/** A version that was read. `id`: its own. */
export type ReadVersion = ThemeKey & { document_id: number; theme_id: number };

/** Tries changes on a theme's test set; each runs in the transaction of its change. */
export type ChangeGuard = {
  /** `before`: the version of the document that answered, if any. `isHeld`: the new one waits for a person. */
  versionRead(
    ctx: Context,
    version: ReadVersion,
    change: { before: number | null; isHeld: boolean },
  ): Promise<void>;
  /** The settings that differ, as they were and as they will be; null: none waits any longer. */
  settingsChanged(
    ctx: Context,
    theme: ThemeKey,
    change: { before: HeldChange; after: HeldChange; isHeld: boolean } | null,
  ): Promise<void>;
};

export const changeGuard = portOf<ChangeGuard>("guard of changes");
