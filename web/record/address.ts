import { useCompany } from "../shell/company.ts";
import { useSearchParams } from "../ui/search-params.ts";
import type { RecordFilters } from "./queries.ts";

export const results = ["done", "refused", "failed"] as const;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** The filters' names in the address, to take all of them away at once. */
export const filterNames = ["q", "user", "person", "action", "kind", "result", "period", "from", "to"];

export const timeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The filters as the address has them; a value that no filter takes counts as none. */
export function useRecordFilters(): RecordFilters {
  const { companyId } = useCompany();
  const address = useSearchParams(filterNames);
  const text = (name: string) => address.text(name) || undefined;
  const date = (name: string) => (day.test(address.text(name)) ? address.text(name) : undefined);
  const period = address.number("period");
  return {
    companyId,
    actorId: address.number("user"),
    action: text("action"),
    targetType: text("kind"),
    result: results.find((result) => result === address.text("result")),
    from: period === undefined ? date("from") : daysAgo(period - 1),
    to: period === undefined ? date("to") : undefined,
    timeZone: timeZone(),
    text: text("q"),
  };
}

/** The day so many days ago, in the reader's own zone. */
function daysAgo(days: number): string {
  const at = new Date();
  at.setDate(at.getDate() - Math.min(days, 3660));
  const two = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
