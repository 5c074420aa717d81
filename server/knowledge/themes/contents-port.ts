import type { Context } from "#server/kernel/context.ts";
import { portOf } from "#server/kernel/port.ts";

/** Runs in the transaction that changes what a theme's questions can find, after the change. */
export type OnContents = (ctx: Context, theme: { company_id: number; id: number }) => Promise<void>;

export const onContents = portOf<OnContents>("work on changed contents");
