import { DeskKind } from "#contract/answering/desk.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { daysOf, periodNames, timeZone } from "#web/ui/period.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import { assigneeIn } from "#web/answering/reviews/address.ts";
import type { WorkFilters } from "./queries.ts";

/** The list's filters, by URL parameter. */
export const filterNames = ["q", "theme", "kind", "assignee", ...periodNames];

/** The filters from the URL; ignores invalid values. */
export function useWorkFilters(): WorkFilters {
  const { companyId } = useCompany();
  const address = useSearchParams(filterNames);
  return {
    companyId,
    search: address.text("q") || undefined,
    themeId: address.number("theme"),
    kind: DeskKind.safeParse(address.text("kind")).data,
    owner: assigneeIn(address),
    ...daysOf(address),
    timeZone: timeZone(),
  };
}
