import { Autocomplete, NativeSelect, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal, X } from "lucide-react";
import { memo, useState } from "react";
import { useUser } from "../session.tsx";
import { useCompany } from "../shell/company.ts";
import { themesQuery } from "../themes/queries.ts";
import { useAddress } from "../ui/address.ts";
import { Button } from "../ui/button.tsx";
import { SearchInput } from "../ui/search-input.tsx";
import { filterNames } from "./address.ts";
import { ModelFilter, PersonFilter, WorkspaceFilter } from "./filter-choices.tsx";
import classes from "./interactions.module.css";

/** Everything one may narrow by; each choice stands in the address and begins at the first page. */
export const InteractionFilterBar = memo(function InteractionFilterBar() {
  const { companyId } = useCompany();
  const address = useAddress(filterNames);
  const spansCompanies = useUser().role === "super_admin" && companyId === undefined;
  const themes = useQuery(themesQuery(companyId));
  const [isOpen, setOpen] = useState(false);
  const choose = (name: string) => (event: { currentTarget: { value: string } }) =>
    address.open({ [name]: event.currentTarget.value, page: undefined });
  const isFiltered = filterNames.some((name) => address.text(name) !== "");
  const tags = new Set(
    (themes.data ?? []).flatMap((theme) => [
      ...theme.distributionPartnerTags,
      ...theme.productTags,
      ...theme.topicTags,
      ...theme.stateTags,
    ]),
  );
  return (
    <div className={classes.filters} role="search" aria-label="Filter the interactions">
      <SearchInput
        label="Search questions and answers"
        placeholder="Search questions and answers"
        className={classes.search}
        value={address.text("q")}
        onSearch={(q) => address.refine({ q, page: undefined })}
      />
      <Button
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls="interaction-filters"
        leftSection={<SlidersHorizontal size={15} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        Filters
      </Button>
      <div id="interaction-filters" className={classes.more} data-open={isOpen || undefined}>
        <Select
          aria-label="Theme"
          placeholder="All Themes"
          searchable
          clearable
          clearButtonProps={{ "aria-label": "All themes" }}
          data={(themes.data ?? []).map((theme) => ({
            value: String(theme.id),
            label: spansCompanies ? `${theme.name} · ${theme.companyName}` : theme.name,
          }))}
          value={address.text("theme") || null}
          onChange={(theme) =>
            address.open({ theme: theme === null ? undefined : Number(theme), page: undefined })
          }
        />
        <PersonFilter />
        {!spansCompanies && <WorkspaceFilter />}
        <ModelFilter />
        <NativeSelect
          aria-label="Rating"
          value={address.text("rating")}
          onChange={choose("rating")}
          data={[
            { value: "", label: "All ratings" },
            { value: "good", label: "Good" },
            { value: "bad", label: "Bad" },
            { value: "none", label: "Not rated" },
          ]}
        />
        <NativeSelect
          aria-label="Outcome"
          value={address.text("outcome")}
          onChange={choose("outcome")}
          data={[
            { value: "", label: "All outcomes" },
            { value: "answered", label: "Answered" },
            { value: "abstained", label: "Not in the documents" },
            { value: "failed", label: "Failed" },
          ]}
        />
        <NativeSelect
          aria-label="Reviewed"
          value={address.text("reviewed")}
          onChange={choose("reviewed")}
          data={[
            { value: "", label: "Reviewed or not" },
            { value: "yes", label: "Reviewed" },
            { value: "no", label: "Not reviewed" },
          ]}
        />
        <Autocomplete
          aria-label="Tag"
          placeholder="All tags"
          data={[...tags]}
          limit={30}
          defaultValue={address.text("tag")}
          key={`tag-${address.text("tag")}`}
          onOptionSubmit={(tag) => address.open({ tag, page: undefined })}
          onBlur={(event) => address.open({ tag: event.currentTarget.value.trim(), page: undefined })}
          onKeyDown={(event) => {
            if (event.key === "Enter")
              address.open({ tag: event.currentTarget.value.trim(), page: undefined });
          }}
        />
        <div className={classes.period}>
          <TextInput type="date" aria-label="From" value={address.text("from")} onChange={choose("from")} />
          <span aria-hidden>–</span>
          <TextInput type="date" aria-label="To" value={address.text("to")} onChange={choose("to")} />
        </div>
      </div>
      {address.text("document") !== "" && (
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
      )}
      {isFiltered && (
        <Button
          tone="quiet"
          onClick={() =>
            address.open({
              ...Object.fromEntries(filterNames.map((name) => [name, undefined])),
              page: undefined,
            })
          }
        >
          Clear filters
        </Button>
      )}
    </div>
  );
});
