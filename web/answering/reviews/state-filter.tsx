import { useQuery } from "@tanstack/react-query";
import { ReviewStatus } from "#contract/answering/reviews.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { ChoiceFilter } from "#web/ui/choice-filter.tsx";
import { reviewCountsQuery } from "./queries.ts";
import { statusNames } from "./review-names.ts";

/** Starts each list at its first page, with the filters that both have. */
const resets = ["page", "case", "reason", "assignee", "reviewer", "opinion", "interaction", "review", "sort"];

/** All questions, or those in one state of review. */
export function StateFilter() {
  const { companyId } = useCompany();
  const { data: counts } = useQuery(reviewCountsQuery(companyId));
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
