import { Autocomplete } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { memo, useState, type ReactNode } from "react";
import { exportInteractions } from "#contract/answering/interactions.ts";
import { locate } from "#web/kernel/api.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { ExportSpreadsheet } from "#web/identity/proof/export-link.tsx";
import { ActionLink } from "#web/ui/action-menu.tsx";
import { ChoiceFilter, chosenOption } from "#web/ui/choice-filter.tsx";
import { FilterBar, type ActiveFilter } from "#web/ui/filter-bar.tsx";
import { periodNames } from "#web/ui/period.ts";
import { chosenPeriod, PeriodFilter } from "#web/ui/period-filter.tsx";
import { nameOf } from "#web/ui/remote-options.ts";
import { SearchInput } from "#web/ui/search-input.tsx";
import { useSearchParams } from "#web/ui/search-params.ts";
import { workspaceQuery, workspaceSource } from "#web/identity/workspaces/queries.ts";
import { verdictOptions } from "#web/answering/reviews/review-names.ts";
import { filterNames, otherWriters, useInteractionFilters } from "./address.ts";
import { ModelFilter, PersonFilter, WorkspaceFilter } from "./filter-choices.tsx";
import { reviewTagsQuery, tagNamesQuery } from "./queries.ts";

/** The URL parameters each part reads: changing one doesn't re-render the others. */
const read = { answer: ["answer"], tag: ["tag"] };

const ratings = [
  { value: "", label: "All ratings" },
  { value: "good", label: "Good" },
  { value: "bad", label: "Bad" },
  { value: "any", label: "Rated" },
  { value: "none", label: "Not rated" },
];

const outcomes = [
  { value: "", label: "All outcomes" },
  { value: "answered", label: "Answered" },
  { value: "abstained", label: "Declined" },
  { value: "failed", label: "Failed" },
];

const reviewed = [
  { value: "", label: "Reviewed or not" },
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

/** All filters; the theme is always visible (docs/specification/review.md), the rest are behind one button. */
export const InteractionFilterBar = memo(function InteractionFilterBar({ pinned }: { pinned: ReactNode }) {
  const filters = useInteractionFilters();
  return (
    <FilterBar
      label="Filter the interactions"
      search={{ label: "Search questions", placeholder: "Search questions" }}
      names={filterNames}
      pinned={pinned}
      active={useActiveFilters()}
      end={
        <ExportSpreadsheet
          href={(format) => locate(exportInteractions, { ...filters, format }).url}
          others={<EvidenceItem />}
        >
          Export to CSV
        </ExportSpreadsheet>
      }
    >
      <AnswerSearch />
      <PersonFilter />
      <WorkspaceFilter />
      <ModelFilter />
      <ChoiceFilter label="Rating" name="rating" options={ratings} />
      <ChoiceFilter label="Outcome" name="outcome" options={outcomes} />
      <ChoiceFilter label="Reviewed" name="reviewed" options={reviewed} />
      <ChoiceFilter label="Verdict" name="verdict" options={verdictOptions} />
      <TagFilter />
      <PeriodFilter />
    </FilterBar>
  );
});

/** The parameters that a bundle of the record can be limited by. */
const carried = ["theme", "user", "person", ...periodNames];

/** Leads to a bundle of the same theme, person and period. */
function EvidenceItem() {
  const { companyId } = useCompany();
  const address = useSearchParams(carried);
  const search = Object.fromEntries(carried.map((name) => [name, address.text(name) || undefined]));
  return (
    <ActionLink to="/hand-over" search={{ ...search, companyId }}>
      Evidence bundle
    </ActionLink>
  );
}

function useActiveFilters(): ActiveFilter[] {
  const { companyId } = useCompany();
  const address = useSearchParams(filterNames);
  const workspaceId = address.number("workspace");
  const workspace = useQuery({ ...workspaceQuery(workspaceId ?? 0), enabled: workspaceId !== undefined });
  const person = address.number("user");
  const document = address.text("document");
  const version = address.text("version");
  const cited = address.text("cited");
  const model = address.text("model");
  const { labelOf } = workspaceSource(companyId, { withInactive: true });
  const when = (label: string, text: string, ...names: string[]) =>
    text === "" ? [] : [{ label, text, names }];
  return [
    ...when(
      "Used",
      document === ""
        ? ""
        : `${address.text("file") || `document ${document}`}${version === "" ? "" : `, version ${version}`}`,
      "document",
      "version",
      "file",
    ),
    ...when("Answer contains", address.text("answer"), "answer"),
    ...when(
      "Person",
      person === undefined ? "" : address.text("person") || `Person ${person}`,
      "user",
      "person",
    ),
    ...when(
      "Workspace",
      workspaceId === undefined ? "" : nameOf("Workspace", workspaceId, workspace, labelOf),
      "workspace",
    ),
    ...when("Model", otherWriters.get(model)?.label ?? model, "model"),
    ...chosenOption("Rating", "rating", ratings, address),
    ...chosenOption("Outcome", "outcome", outcomes, address),
    ...chosenOption("Reviewed", "reviewed", reviewed, address),
    ...chosenOption("Verdict", "verdict", verdictOptions, address),
    ...when("Tag", address.text("tag"), "tag", "group"),
    ...when("Topic", address.text("topic") === "-" ? "none" : address.text("topic"), "topic"),
    ...when("Sentences removed", address.text("reduced"), "reduced"),
    ...when("Cited", cited === "" ? "" : address.text("file") || `document ${cited}`, "cited", "file"),
    ...when("Approved answer", address.text("approved"), "approved"),
    ...chosenPeriod(address),
  ];
}

function AnswerSearch() {
  const address = useSearchParams(read.answer);
  return (
    <SearchInput
      label="Answer contains"
      isLabelShown
      placeholder="Words of the answer"
      value={address.text("answer")}
      onSearch={(answer) => address.refine({ answer, page: undefined })}
    />
  );
}

/** Any tag of the accessible themes. */
function TagFilter() {
  const { companyId } = useCompany();
  const address = useSearchParams(read.tag);
  const [typed, setTyped] = useState(address.text("tag"));
  const [settled] = useDebouncedValue(typed.trim(), 250);
  const tags = useQuery(tagNamesQuery(companyId, settled)).data ?? [];
  const reviewers = useQuery(reviewTagsQuery(companyId)).data ?? [];
  const matching = reviewers.filter((tag) => tag.toLowerCase().includes(settled.toLowerCase()));
  const choose = (tag: string) => address.open({ tag: tag.trim(), page: undefined });
  return (
    <Autocomplete
      label="Tag"
      placeholder="All tags"
      data={[...new Set([...matching, ...tags])]}
      // choosing a tag returns focus here, with nothing more to offer
      openOnFocus={false}
      // filtered by now
      filter={({ options }) => options}
      onChange={setTyped}
      defaultValue={address.text("tag")}
      key={`tag-${address.text("tag")}`}
      onOptionSubmit={choose}
      onBlur={(event) => choose(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") choose(event.currentTarget.value);
      }}
    />
  );
}
