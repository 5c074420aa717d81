import { ListedStatus, ReviewKind, ReviewReason, ReviewVerdict } from "#contract/answering/reviews.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { daysOf } from "#web/ui/period.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import type { ReviewFilters } from "./queries.ts";

/** The list's filters, by URL parameter. */
export const filterNames = [
  "q",
  "status",
  "reason",
  "assignee",
  "verdict",
  "reviewer",
  "review",
  "from",
  "to",
];

/** The filters from the URL; ignores invalid values. */
export function useReviewFilters(): ReviewFilters {
  const { companyId } = useCompany();
  const address = useSearchParams(filterNames);
  const assignee = address.text("assignee");
  const days = daysOf(address);
  return {
    companyId,
    search: address.text("q") || undefined,
    status: ListedStatus.safeParse(address.text("status")).data,
    reason: ReviewReason.safeParse(address.text("reason")).data,
    verdict: ReviewVerdict.safeParse(address.text("verdict")).data,
    reviewedBy: address.number("reviewer"),
    review: ReviewKind.safeParse(address.text("review")).data,
    ...days,
    timeZone:
      days.from === undefined && days.to === undefined
        ? undefined
        : new Intl.DateTimeFormat().resolvedOptions().timeZone,
    assignee: assignee === "me" || assignee === "nobody" ? assignee : address.number("assignee"),
  };
}
