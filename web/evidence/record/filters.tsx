import { useQuery } from "@tanstack/react-query";
import { PersonFilter } from "#web/answering/interactions/filter-choices.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { ChoiceFilter, chosenOption } from "#web/ui/choice-filter.tsx";
import { FilterBar } from "#web/ui/filter-bar.tsx";
import { chosenPeriod, PeriodFilter } from "#web/ui/period-filter.tsx";
import { useSearchParams } from "#web/ui/search-params.ts";
import { filterNames, results } from "./address.ts";
import { actionLabel, nameWords } from "./event-words.ts";
import { sentenceCase } from "#web/ui/format.ts";
import { actionsQuery } from "./queries.ts";

/** Kinds of items that events are about. */
const kinds = [
  "api-key",
  "call",
  "company",
  "document",
  "help",
  "hold",
  "interaction",
  "lead",
  "model",
  "notification",
  "record",
  "record-bundle",
  "record-key",
  "record-stream",
  "retention",
  "session",
  "theme",
  "user",
  "webhook",
  "workspace",
];

const kindOptions = [
  { value: "", label: "All types" },
  ...kinds.map((kind) => ({ value: kind, label: sentenceCase(nameWords(kind)) })),
];

const resultOptions = [
  { value: "", label: "All results" },
  ...results.map((result) => ({ value: result, label: sentenceCase(result) })),
];

/** Person, action, kind of item, result, time and text; each resets the list to the newest event. */
export function RecordFilterBar() {
  const { companyId } = useCompany();
  const address = useSearchParams(filterNames);
  const actions = useQuery(actionsQuery(companyId));
  const action = address.text("action");
  const known = new Set([...(actions.data ?? []), ...(action === "" ? [] : [action])]);
  const actionOptions = [
    { value: "", label: "All actions" },
    ...[...known].map((name) => ({ value: name, label: actionLabel(name) })),
  ];
  const person = address.number("user");
  return (
    <FilterBar
      label="Filter the record"
      search={{ label: "Search the record", placeholder: "Search the record" }}
      names={filterNames}
      active={[
        ...(person === undefined
          ? []
          : [
              {
                label: "Person",
                text: address.text("person") || `Person ${person}`,
                names: ["user", "person"],
              },
            ]),
        ...chosenOption("Action", "action", actionOptions, address),
        ...chosenOption("Type of item", "kind", kindOptions, address),
        ...chosenOption("Result", "result", resultOptions, address),
        ...chosenPeriod(address),
      ]}
    >
      <PersonFilter />
      <ChoiceFilter label="Action" name="action" options={actionOptions} />
      <ChoiceFilter label="Type of item" name="kind" options={kindOptions} />
      <ChoiceFilter label="Result" name="result" options={resultOptions} />
      <PeriodFilter />
    </FilterBar>
  );
}
