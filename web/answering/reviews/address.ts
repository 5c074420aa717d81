import { ListedStatus, ReviewKind, ReviewReason, ReviewVerdict } from "#contract/answering/reviews.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { daysOf, periodNames, timeZone } from "#web/ui/period.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import type { ReviewFilters } from "./queries.ts";

/** The list's filters, by URL parameter. */
export const filterNames = [
  ...["q", "theme", "reason", "assignee", "verdict", "reviewer", "opinion"],
  ...periodNames,
];

const listNames = [...filterNames, "status"];

/** The filters from the URL; ignores invalid values. */
export function useReviewFilters(): ReviewFilters {
  const { companyId } = useCompany();
  const address = useSearchParams(listNames);
  const days = daysOf(address);
  return {
    companyId,
    search: address.text("q") || undefined,
    status: ListedStatus.safeParse(address.text("status")).data,
    themeId: address.number("theme"),
    reason: ReviewReason.safeParse(address.text("reason")).data,
    verdict: ReviewVerdict.safeParse(address.text("verdict")).data,
    reviewedBy: address.number("reviewer"),
    review: ReviewKind.safeParse(address.text("opinion")).data,
    ...days,
    timeZone: days.from === undefined && days.to === undefined ? undefined : timeZone(),
    assignee: assigneeIn(address),
  };
}

/** Whose work the list is limited to: one's own, nobody's, or a person's. */
export function assigneeIn(address: Pick<ReturnType<typeof useSearchParams>, "text" | "number">) {
  const named = address.text("assignee");
  return named === "me" || named === "nobody" ? named : address.number("assignee");
}
