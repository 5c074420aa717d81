import { useCompany } from "#web/kernel/company-scope/company.ts";
import { daysOf, periodNames, timeZone } from "#web/ui/period.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import type { RecordFilters } from "./queries.ts";

export const results = ["done", "refused", "failed"] as const;

/** The filters' URL parameters, for clearing all of them at once. */
export const filterNames = ["q", "user", "person", "action", "kind", "result", ...periodNames];

/** The filters from the URL; ignores invalid values. */
export function useRecordFilters(): RecordFilters {
  const { companyId } = useCompany();
  const address = useSearchParams(filterNames);
  const text = (name: string) => address.text(name) || undefined;
  return {
    companyId,
    actorId: address.number("user"),
    action: text("action"),
    targetType: text("kind"),
    result: results.find((result) => result === address.text("result")),
    ...daysOf(address),
    timeZone: timeZone(),
    text: text("q"),
  };
}
