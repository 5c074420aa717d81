import { formatCalendarDay } from "#web/ui/format.ts";
import type { Examination } from "#contract/evidence/examinations.ts";

/** "2026-03-01 to 2026-03-31, Refunds, Returns". */
export function scopeWords({ from, to, themes }: Pick<Examination, "from" | "to" | "themes">): string {
  const named = themes.length === 0 ? ["all themes"] : themes.map(({ name }) => name);
  return [`${formatCalendarDay(from)} to ${formatCalendarDay(to)}`, ...named].join(", ");
}
