import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { memo } from "react";
import type { Output } from "#contract/endpoint.ts";
import { ReviewReason, ReviewStatus } from "#contract/reviews.ts";
import type { countReviews } from "#contract/reviews.ts";
import { useUser } from "../session.tsx";
import { displayName } from "../shell/person-name.ts";
import { useCompany } from "../shell/company.ts";
import { useSearchParams } from "../ui/search-params.ts";
import { Button } from "../ui/button.tsx";
import { SearchInput } from "../ui/search-input.tsx";
import { filterNames } from "./address.ts";
import { reasonNames, statusNames } from "./review-names.ts";
import { reviewersQuery } from "./queries.ts";
import classes from "./reviews.module.css";

type Props = { counts: Output<typeof countReviews> | undefined; onRules: (() => void) | null };

/** Drawn anew when a filter or a count changes, not with every case that is opened. */
export const ReviewFilterBar = memo(function ReviewFilterBar({ counts, onRules }: Props) {
  const user = useUser();
  const { companyId, spansCompanies } = useCompany();
  const address = useSearchParams(filterNames);
  // across all companies there would be administrators of each
  const reviewers = useQuery({ ...reviewersQuery(companyId), enabled: !spansCompanies });
  const choose = (name: string) => (event: { currentTarget: { value: string } }) =>
    address.open({ [name]: event.currentTarget.value, page: undefined, case: undefined });
  const countOf = (status: ReviewStatus) =>
    status === "done" || counts === undefined ? "" : ` (${counts[status].toLocaleString()})`;
  const waiting =
    counts === undefined
      ? ""
      : ` (${(counts.open + counts.second_opinion + counts.disagreement).toLocaleString()})`;
  return (
    <div className={classes.bar} role="search" aria-label="Filter the reviews">
      <SearchInput
        label="Search questions"
        placeholder="Search questions"
        className={classes.search}
        value={address.text("q")}
        onSearch={(q) => address.refine({ q, page: undefined, case: undefined })}
      />
      <NativeSelect
        aria-label="Status"
        value={address.text("status")}
        onChange={choose("status")}
        data={[
          { value: "", label: `Waiting${waiting}` },
          ...ReviewStatus.options.map((status) => ({
            value: status,
            label: `${statusNames[status]}${countOf(status)}`,
          })),
        ]}
      />
      <NativeSelect
        aria-label="Reason"
        value={address.text("reason")}
        onChange={choose("reason")}
        data={[
          { value: "", label: "All reasons" },
          ...ReviewReason.options.map((reason) => ({ value: reason, label: sentence(reasonNames[reason]) })),
        ]}
      />
      <NativeSelect
        aria-label="Reviewer"
        value={address.text("assignee")}
        onChange={choose("assignee")}
        data={[
          { value: "", label: "All reviewers" },
          ...(user.companyId !== null
            ? [{ value: "me", label: `Mine${counts === undefined ? "" : ` (${counts.mine})`}` }]
            : []),
          { value: "nobody", label: "Not assigned" },
          ...(reviewers.data ?? [])
            .filter((reviewer) => reviewer.id !== user.id)
            .map((reviewer) => ({ value: String(reviewer.id), label: displayName(reviewer) })),
        ]}
      />
      {onRules !== null && (
        <Button
          className={classes.rules}
          leftSection={<SlidersHorizontal size={15} aria-hidden />}
          onClick={onRules}
        >
          Rules
        </Button>
      )}
    </div>
  );
});

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
