import { useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { memo, type ReactNode } from "react";
import { ReviewKind, ReviewReason } from "#contract/answering/reviews.ts";
import type { User } from "#contract/identity/users.ts";
import { useUser } from "#web/kernel/session.tsx";
import { displayName } from "#web/identity/users/person-name.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { Button } from "#web/ui/button.tsx";
import { ChoiceFilter, chosenOption } from "#web/ui/choice-filter.tsx";
import { FilterBar, type ActiveFilter } from "#web/ui/filter-bar.tsx";
import { sentenceCase } from "#web/ui/format.ts";
import { chosenPeriod, PeriodFilter } from "#web/ui/period-filter.tsx";
import { useSearchParams } from "#web/ui/search-params.ts";
import { filterNames } from "./address.ts";
import { kindNames, reasonNames, verdictOptions } from "./review-names.ts";
import { adminsQuery } from "#web/identity/users/queries.ts";
import { reviewCountsQuery } from "./queries.ts";

type Props = {
  /** The filters that are always visible, shared with the list of all questions. */
  pinned: ReactNode;
  onRules: (() => void) | null;
};

/** A different list starts at its first page and its first case. */
const resets = ["page", "case"];

const reasonOptions = [
  { value: "", label: "All reasons" },
  ...ReviewReason.options.map((reason) => ({ value: reason, label: sentenceCase(reasonNames[reason]) })),
];

/** Re-renders when a filter or a count changes, not with every opened case. */
export const ReviewFilterBar = memo(function ReviewFilterBar({ pinned, onRules }: Props) {
  const user = useUser();
  const { companyId, spansCompanies } = useCompany();
  const address = useSearchParams(filterNames);
  // across all companies the list would mix their administrators
  const { data: counts } = useQuery(reviewCountsQuery(companyId));
  const reviewers = useQuery({ ...adminsQuery(companyId), enabled: !spansCompanies });
  const reviewerOptions = [
    { value: "", label: "All reviewers" },
    ...(user.companyId !== null
      ? [{ value: "me", label: `Mine${counts === undefined ? "" : ` (${counts.mine})`}` }]
      : []),
    { value: "nobody", label: "Not assigned" },
    ...(reviewers.data ?? [])
      .filter((reviewer) => reviewer.id !== user.id)
      .map((reviewer) => ({ value: String(reviewer.id), label: displayName(reviewer) })),
  ];
  return (
    <FilterBar
      label="Filter the reviews"
      search={{ label: "Search questions", placeholder: "Search questions" }}
      names={filterNames}
      resets={resets}
      pinned={pinned}
      active={[
        ...chosenOption("Reason", "reason", reasonOptions, address),
        ...chosenOption("Verdict", "verdict", verdictOptions, address),
        ...chosenPeriod(address),
        ...chosenOption("Reviewer", "assignee", reviewerOptions, address),
        ...chosenOption("Review", "opinion", kindOptions, address),
        ...reviewedBy(address.text("reviewer"), reviewers.data),
      ]}
      end={
        onRules !== null && (
          <Button leftSection={<ListChecks size={15} aria-hidden />} onClick={onRules}>
            Rules
          </Button>
        )
      }
    >
      <ChoiceFilter label="Reason" name="reason" options={reasonOptions} resets={resets} />
      <ChoiceFilter label="Verdict" name="verdict" options={verdictOptions} resets={resets} />
      <ChoiceFilter label="Reviewer" name="assignee" options={reviewerOptions} resets={resets} />
      <PeriodFilter />
    </FilterBar>
  );
});

const kindOptions = ReviewKind.options.map((kind) => ({ value: kind, label: kindNames[kind] }));

/** A report counts the reviews of people who are no administrators any more, too. */
function reviewedBy(id: string, reviewers: readonly User[] | undefined): ActiveFilter[] {
  if (id === "") return [];
  const known = reviewers?.find((reviewer) => String(reviewer.id) === id);
  const text = known === undefined ? "one person" : displayName(known);
  return [{ label: "Reviewed by", text, names: ["reviewer"] }];
}
