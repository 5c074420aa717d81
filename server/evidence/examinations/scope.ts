import type { z } from "zod";
import type { BundleFilters } from "#contract/evidence/record.ts";
import { invalid, notFound } from "#server/platform/errors.ts";
import type { ExaminationRow } from "./store.ts";

type Filters = z.output<typeof BundleFilters>;
/** Without themes: all of them. */
type Scope = { from: string; to: string; themeIds?: number[] };

export const scopeOf = ({ first_day: from, last_day: to, themes }: ExaminationRow): Scope => ({
  from,
  to,
  ...(themes.length === 0 ? {} : { themeIds: themes.map(({ id }) => id) }),
});

/**
 * The part of an examination that its examiner chose; what is left out stays as in the examination.
 * @throws AppError for days outside it; not_found for other themes, which look absent
 */
export function partOf(
  scope: Scope,
  chosen: { from?: string | undefined; to?: string | undefined; themeIds: number[] },
): Scope {
  const { from = scope.from, to = scope.to, themeIds } = chosen;
  const days = `Choose a day from ${scope.from} to ${scope.to}.`;
  if (from < scope.from || from > scope.to) throw invalid("from", days);
  if (to < scope.from || to > scope.to) throw invalid("to", days);
  if (from > to) throw invalid("to", "The last day comes before the first.");
  const part = { ...scope, from, to, ...(themeIds.length === 0 ? {} : { themeIds }) };
  if (!covers(scope, part)) throw notFound();
  return part;
}

/** Whether an examination covers a bundle: it may have been narrowed since. */
export function covers(scope: Scope, { from = "", to = "9999", themeIds = [] }: Filters): boolean {
  const { themeIds: own } = scope;
  return (
    from >= scope.from &&
    to <= scope.to &&
    (own === undefined || (themeIds.length > 0 && themeIds.every((id) => own.includes(id))))
  );
}
