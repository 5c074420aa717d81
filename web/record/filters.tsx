import { NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { PersonFilter } from "../interactions/filter-choices.tsx";
import { useCompany } from "../shell/company.ts";
import { Button } from "../ui/button.tsx";
import { keepsFocus } from "../ui/keeps-focus.ts";
import { SearchInput } from "../ui/search-input.tsx";
import { useSearchParams } from "../ui/search-params.ts";
import { filterNames, results } from "./address.ts";
import { actionLabel, nameWords, sentenceCase } from "./event-words.ts";
import { actionsQuery } from "./queries.ts";
import classes from "./record.module.css";

/** Kinds of things that events are about. */
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
  "retention",
  "session",
  "theme",
  "user",
  "workspace",
];

const noFilters = Object.fromEntries([...filterNames, "page"].map((name) => [name, undefined]));

/** Person, action, kind of thing, result, time and words, kept in the address; each begins at the newest event. */
export function RecordFilterBar() {
  const { companyId } = useCompany();
  const address = useSearchParams();
  const actions = useQuery(actionsQuery(companyId));
  const action = address.text("action");
  const known = new Set([...(actions.data ?? []), ...(action === "" ? [] : [action])]);
  const choose = (name: string) => (event: { currentTarget: { value: string } }) =>
    address.open({ [name]: event.currentTarget.value, page: undefined });
  const isCustom = periodOf(address) === "custom";
  return (
    <div ref={keepsFocus} className={classes.filters} role="search" aria-label="Filter the record">
      <SearchInput
        label="Search the record"
        placeholder="Search the record"
        className={classes.search}
        value={address.text("q")}
        onSearch={(q) => address.refine({ q, page: undefined })}
      />
      <PersonFilter />
      <NativeSelect
        aria-label="Action"
        value={action}
        onChange={choose("action")}
        data={[
          { value: "", label: "All actions" },
          ...[...known].map((name) => ({ value: name, label: actionLabel(name) })),
        ]}
      />
      <NativeSelect
        aria-label="Kind of thing"
        value={address.text("kind")}
        onChange={choose("kind")}
        data={[
          { value: "", label: "All things" },
          ...kinds.map((kind) => ({ value: kind, label: sentenceCase(nameWords(kind)) })),
        ]}
      />
      <NativeSelect
        aria-label="Result"
        value={address.text("result")}
        onChange={choose("result")}
        data={[
          { value: "", label: "All results" },
          ...results.map((result) => ({ value: result, label: sentenceCase(result) })),
        ]}
      />
      <NativeSelect
        aria-label="Period"
        value={periodOf(address)}
        onChange={(event) => {
          const { value } = event.currentTarget;
          address.open({
            period: value === "" ? undefined : value,
            from: undefined,
            to: undefined,
            page: undefined,
          });
        }}
        data={[
          { value: "", label: "All time" },
          { value: "7", label: "7 days" },
          { value: "30", label: "30 days" },
          { value: "custom", label: "Custom" },
        ]}
      />
      {isCustom && (
        <div className={classes.period}>
          <TextInput type="date" aria-label="From" value={address.text("from")} onChange={choose("from")} />
          <span aria-hidden>–</span>
          <TextInput type="date" aria-label="To" value={address.text("to")} onChange={choose("to")} />
        </div>
      )}
      {filterNames.some((name) => address.text(name) !== "") && (
        <Button tone="quiet" onClick={() => address.open(noFilters)}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

function periodOf(address: { text(name: string): string }): string {
  const period = address.text("period");
  if (period !== "") return period;
  return address.text("from") === "" && address.text("to") === "" ? "" : "custom";
}
