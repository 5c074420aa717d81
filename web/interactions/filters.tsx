import { Autocomplete, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal, X } from "lucide-react";
import { memo, useState } from "react";
import { useCompany } from "../shell/company.ts";
import { useSearchParams } from "../ui/search-params.ts";
import { Button } from "../ui/button.tsx";
import { keepsFocus } from "../ui/keeps-focus.ts";
import { SearchInput } from "../ui/search-input.tsx";
import { filterNames } from "./address.ts";
import { tagNamesQuery } from "./queries.ts";
import { ModelFilter, PersonFilter, ThemeFilter, WorkspaceFilter } from "./filter-choices.tsx";
import classes from "./interactions.module.css";

/** What each part reads of the address: a press on one does not draw the others. */
const read = {
  search: ["q"],
  answer: ["answer"],
  rating: ["rating"],
  outcome: ["outcome"],
  reviewed: ["reviewed"],
  tag: ["tag"],
  period: ["from", "to"],
  document: ["document", "version", "file"],
};

/** What each of the choices that can be folded away reads. */
const folded = [
  read.answer,
  ["theme"],
  ["user"],
  ["workspace"],
  ["model"],
  read.rating,
  read.outcome,
  read.reviewed,
  read.tag,
  read.period,
];

/** Everything one may narrow by; each choice stands in the address and begins at the first page. */
export const InteractionFilterBar = memo(function InteractionFilterBar() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div ref={keepsFocus} className={classes.filters} role="search" aria-label="Filter the interactions">
      <QuestionSearch />
      <Toggle isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      <div id="interaction-filters" className={classes.more} data-open={isOpen || undefined}>
        <AnswerSearch />
        <ThemeFilter />
        <PersonFilter />
        <WorkspaceFilter />
        <ModelFilter />
        <Choice label="Rating" name="rating" options={ratings} />
        <Choice label="Outcome" name="outcome" options={outcomes} />
        <Choice label="Reviewed" name="reviewed" options={reviewed} />
        <TagFilter />
        <Period />
      </div>
      <DocumentFilter />
      <ClearFilters />
    </div>
  );
});

/** Where the choices have no room beside the search it opens them, and says how many are made. */
function Toggle({ isOpen, onToggle }: { isOpen: boolean; onToggle(): void }) {
  const address = useSearchParams(folded.flat());
  const made = folded.filter((names) => names.some((name) => address.text(name) !== "")).length;
  return (
    <Button
      className={classes.toggle}
      aria-expanded={isOpen}
      aria-controls="interaction-filters"
      leftSection={<SlidersHorizontal size={15} aria-hidden />}
      onClick={onToggle}
    >
      {made === 0 ? "Filters" : `Filters (${made})`}
    </Button>
  );
}

function QuestionSearch() {
  const address = useSearchParams(read.search);
  return (
    <SearchInput
      label="Search questions"
      placeholder="Search questions"
      className={classes.search}
      value={address.text("q")}
      onSearch={(q) => address.refine({ q, page: undefined })}
    />
  );
}

function AnswerSearch() {
  const address = useSearchParams(read.answer);
  return (
    <SearchInput
      label="Answer contains"
      placeholder="Answer contains"
      className={classes.answer}
      value={address.text("answer")}
      onSearch={(answer) => address.refine({ answer, page: undefined })}
    />
  );
}

const ratings = [
  { value: "", label: "All ratings" },
  { value: "good", label: "Good" },
  { value: "bad", label: "Bad" },
  { value: "none", label: "Not rated" },
];

const outcomes = [
  { value: "", label: "All outcomes" },
  { value: "answered", label: "Answered" },
  { value: "abstained", label: "Not in the documents" },
  { value: "failed", label: "Failed" },
];

const reviewed = [
  { value: "", label: "Reviewed or not" },
  { value: "yes", label: "Reviewed" },
  { value: "no", label: "Not reviewed" },
];

type ChoiceProps = {
  label: string;
  name: "rating" | "outcome" | "reviewed";
  options: { value: string; label: string }[];
};

function Choice({ label, name, options }: ChoiceProps) {
  const address = useSearchParams(read[name]);
  return (
    <NativeSelect
      aria-label={label}
      value={address.text(name)}
      onChange={(event) => address.open({ [name]: event.currentTarget.value, page: undefined })}
      data={options}
    />
  );
}

/** Any tag of the themes within reach. */
function TagFilter() {
  const { companyId } = useCompany();
  const address = useSearchParams(read.tag);
  const [typed, setTyped] = useState(address.text("tag"));
  const [settled] = useDebouncedValue(typed.trim(), 250);
  const tags = useQuery(tagNamesQuery(companyId, settled));
  const choose = (tag: string) => address.open({ tag: tag.trim(), page: undefined });
  return (
    <Autocomplete
      aria-label="Tag"
      placeholder="All tags"
      data={tags.data ?? []}
      // it has the focus again once a tag is chosen, and no more to offer then
      openOnFocus={false}
      // found by the server
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

function Period() {
  const address = useSearchParams(read.period);
  const choose = (name: string) => (event: { currentTarget: { value: string } }) =>
    address.open({ [name]: event.currentTarget.value, page: undefined });
  return (
    <div className={classes.period}>
      <TextInput type="date" aria-label="From" value={address.text("from")} onChange={choose("from")} />
      <span aria-hidden>–</span>
      <TextInput type="date" aria-label="To" value={address.text("to")} onChange={choose("to")} />
    </div>
  );
}

/** Set by the report on documents, where it leads to the answers from one. */
function DocumentFilter() {
  const address = useSearchParams(read.document);
  if (address.text("document") === "") return null;
  return (
    <Button
      title="Show answers from all documents"
      rightSection={<X size={14} aria-hidden />}
      onClick={() =>
        address.open({ document: undefined, version: undefined, file: undefined, page: undefined })
      }
    >
      {`Used ${address.text("file") || `document ${address.text("document")}`}`}
      {address.text("version") !== "" && `, version ${address.text("version")}`}
    </Button>
  );
}

const noFilters = Object.fromEntries([...filterNames, "page"].map((name) => [name, undefined]));

function ClearFilters() {
  const address = useSearchParams(filterNames);
  if (filterNames.every((name) => address.text(name) === "")) return null;
  return (
    <Button tone="quiet" className={classes.clear} onClick={() => address.open(noFilters)}>
      Clear filters
    </Button>
  );
}
