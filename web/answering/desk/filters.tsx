import { useQuery } from "@tanstack/react-query";
import { memo, type ReactNode } from "react";
import { DeskKind } from "#contract/answering/desk.ts";
import { displayName } from "#web/identity/users/person-name.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { useUser } from "#web/kernel/session.tsx";
import { ChoiceFilter, chosenOption } from "#web/ui/choice-filter.tsx";
import { FilterBar } from "#web/ui/filter-bar.tsx";
import { sentenceCase } from "#web/ui/format.ts";
import { chosenPeriod, PeriodFilter } from "#web/ui/period-filter.tsx";
import { useSearchParams } from "#web/ui/search-params.ts";
import { filterNames } from "./address.ts";
import { kinds } from "./kind-names.ts";
import { expertsQuery } from "./queries.ts";

const kindOptions = [
  { value: "", label: "All work" },
  ...DeskKind.options.map((kind) => ({ value: kind, label: sentenceCase(kinds[kind].text) })),
];

/** The filters of open work; those in every list of Chat Interactions are pinned. */
export const WorkFilterBar = memo(function WorkFilterBar({ pinned }: { pinned: ReactNode }) {
  const user = useUser();
  const { companyId, spansCompanies } = useCompany();
  const address = useSearchParams(filterNames);
  // across all companies the choice would mix their people
  const people = useQuery({ ...expertsQuery(companyId), enabled: !spansCompanies });
  const ownerOptions = [
    { value: "", label: "All owners" },
    ...(user.companyId === null ? [] : [{ value: "me", label: "Mine" }]),
    { value: "nobody", label: "Nobody yet" },
    ...(people.data ?? [])
      .filter(({ id }) => id !== user.id)
      .map((person) => ({ value: String(person.id), label: displayName(person) })),
  ];
  return (
    <FilterBar
      label="Filter the open work"
      search={{ label: "Search questions", placeholder: "Search questions" }}
      names={filterNames}
      pinned={pinned}
      active={[
        ...chosenOption("Kind", "kind", kindOptions, address),
        ...chosenOption("Owner", "assignee", ownerOptions, address),
        ...chosenPeriod(address),
      ]}
    >
      <ChoiceFilter label="Kind" name="kind" options={kindOptions} />
      <ChoiceFilter label="Owner" name="assignee" options={ownerOptions} />
      <PeriodFilter />
    </FilterBar>
  );
});
