import { NativeSelect, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useUser } from "../session.tsx";
import { useCompany } from "../shell/company.ts";
import { themesQuery } from "../themes/queries.ts";
import { useAddress } from "../ui/address.ts";
import { Email } from "../ui/email.tsx";
import { firstMatches } from "../ui/first-matches.ts";
import { usersQuery } from "../users/queries.ts";
import { workspacesQuery } from "../workspaces/queries.ts";
import { quoted } from "./address.ts";
import { modelsQuery } from "./queries.ts";

/** What each choice reads of the address. */
const read = { theme: ["theme"], workspace: ["workspace"], model: ["model"], person: ["user", "person"] };

/** Across all companies each theme names its own. */
export function ThemeFilter() {
  const { companyId } = useCompany();
  const spansCompanies = useSpansCompanies();
  const themes = useQuery(themesQuery(companyId));
  const data = useMemo(
    () =>
      (themes.data ?? []).map((theme) => ({
        value: String(theme.id),
        label: spansCompanies ? `${theme.name} · ${theme.companyName}` : theme.name,
      })),
    [themes.data, spansCompanies],
  );
  return <IdChoice label="Theme" name="theme" all="All Themes" clear="All themes" data={data} />;
}

/** By the home of the theme that was asked; not offered across all companies. */
export function WorkspaceFilter() {
  return useSpansCompanies() ? null : <WorkspaceChoice />;
}

function useSpansCompanies(): boolean {
  const { companyId } = useCompany();
  return useUser().role === "super_admin" && companyId === undefined;
}

function WorkspaceChoice() {
  const { companyId } = useCompany();
  const workspaces = useQuery(workspacesQuery(companyId));
  const data = useMemo(
    () => (workspaces.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    [workspaces.data],
  );
  return (
    <IdChoice label="Workspace" name="workspace" all="All workspaces" clear="All workspaces" data={data} />
  );
}

type IdChoiceProps = {
  label: string;
  name: "theme" | "workspace";
  all: string;
  /** What the button that clears it is called. */
  clear: string;
  data: { value: string; label: string }[];
};

function IdChoice({ label, name, all, clear, data }: IdChoiceProps) {
  const address = useAddress(read[name]);
  return (
    <Select
      aria-label={label}
      placeholder={all}
      searchable
      clearable
      clearButtonProps={{ "aria-label": clear }}
      filter={firstMatches}
      data={data}
      value={address.text(name) || null}
      onChange={(id) => address.open({ [name]: id === null ? undefined : Number(id), page: undefined })}
    />
  );
}

/** Who wrote the answer: one of the models, or none where it was quoted. */
export function ModelFilter() {
  const { companyId } = useCompany();
  const address = useAddress(read.model);
  const models = useQuery(modelsQuery(companyId));
  const chosen = address.text("model");
  const names = new Set([...(models.data ?? []), ...(chosen === "" || chosen === quoted ? [] : [chosen])]);
  return (
    <NativeSelect
      aria-label="Model"
      value={chosen}
      onChange={(event) => address.open({ model: event.currentTarget.value, page: undefined })}
      data={[
        { value: "", label: "All models" },
        { value: quoted, label: "Quoted, no model" },
        ...[...names].map((name) => ({ value: name, label: name })),
      ]}
    />
  );
}

/** Found by the server while one types: a company may have thousands of people. */
export function PersonFilter() {
  const { companyId } = useCompany();
  const address = useAddress(read.person);
  const [typed, setTyped] = useState("");
  const [settled] = useDebouncedValue(typed, 250);
  const chosen = { id: address.text("user"), email: address.text("person") };
  // the field holds the chosen name as if it had been typed; that is no search
  const search = settled === chosen.email ? "" : settled;
  const people = useQuery(usersQuery({ companyId, search, page: 1, pageSize: 20, sort: "user" }));
  const options = (people.data?.rows ?? []).map((user) => ({ value: String(user.id), label: user.email }));
  const isListed = chosen.id === "" || options.some((option) => option.value === chosen.id);
  return (
    <Select
      aria-label="Person"
      placeholder="All people"
      searchable
      clearable
      clearButtonProps={{ "aria-label": "All people" }}
      nothingFoundMessage="Nobody is called like that"
      filter={({ options: all }) => all}
      renderOption={({ option }) => (
        <span>
          <Email address={option.label} />
        </span>
      )}
      data={
        isListed ? options : [{ value: chosen.id, label: chosen.email || `Person ${chosen.id}` }, ...options]
      }
      value={chosen.id || null}
      onSearchChange={setTyped}
      onChange={(id, option) =>
        address.open({
          user: id === null ? undefined : Number(id),
          person: id === null ? undefined : option?.label,
          page: undefined,
        })
      }
    />
  );
}
