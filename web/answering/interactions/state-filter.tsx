import { useQuery } from "@tanstack/react-query";
import { ReviewStatus } from "#contract/answering/reviews.ts";
import { deskCountQuery } from "#web/answering/desk/queries.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { ChoiceFilter } from "#web/ui/choice-filter.tsx";
import { reviewCountsQuery } from "#web/answering/reviews/queries.ts";
import { statusNames } from "#web/answering/reviews/review-names.ts";

/** Starts each list at its first page, with the filters that all have. */
const resets = [
  ...["page", "case", "reason", "assignee", "reviewer", "opinion"],
  ...["interaction", "review", "sort", "kind", "run", "entry"],
];

/** All questions, the work they left, or those in one state of review. */
export function StateFilter() {
  const { companyId } = useCompany();
  const { data: counts } = useQuery(reviewCountsQuery(companyId));
  const { data: work } = useQuery(deskCountQuery(companyId));
  const counted = (count: number | undefined) => (count === undefined ? "" : ` (${count.toLocaleString()})`);
  const countOf = (status: ReviewStatus) => counted(status === "done" ? undefined : counts?.[status]);
  const waiting = counts && counts.open + counts.second_opinion + counts.disagreement;
  return (
    <ChoiceFilter
      label="State"
      name="status"
      isLabelHidden
      resets={resets}
      options={[
        { value: "", label: "All questions" },
        { value: "work", label: `Open work${counted(work?.waiting)}` },
        { value: "waiting", label: `To review${counted(waiting)}` },
        { value: "any", label: "Reviewed or to review" },
        ...ReviewStatus.options.map((status) => ({
          value: status,
          label: `${statusNames[status]}${countOf(status)}`,
        })),
      ]}
    />
  );
}
