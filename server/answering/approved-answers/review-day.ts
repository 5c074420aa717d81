import type { Context } from "#server/kernel/context.ts";
import { invalid } from "#server/platform/errors.ts";

/** How far behind UTC the day is where it begins last. */
const behindUtc = 12 * 3_600_000;

/** The day on which an owner looks at an answer again: none that is over everywhere, except the one it has. */
export function reviewDayOf(ctx: Context, given: string | null, before: string | null): string | null {
  const earliest = new Date(ctx.now.getTime() - behindUtc).toISOString().slice(0, 10);
  if (given !== null && given !== before && given < earliest)
    throw invalid("reviewOn", "This day is over. Choose today or a later day.");
  return given;
}
