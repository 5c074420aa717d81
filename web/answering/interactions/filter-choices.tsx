import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { themeSource } from "#web/knowledge/themes/queries.ts";
import { themeQuery } from "#web/knowledge/themes/theme-queries.ts";
import { useSearchParams, useSetSearchParams } from "#web/ui/search-params.ts";
import { Email } from "#web/ui/email.tsx";
import { nameOf, type Source } from "#web/ui/remote-options.ts";
import { RemoteSelect } from "#web/ui/remote-select.tsx";
import { personSource } from "#web/identity/users/queries.ts";
import { workspaceQuery, workspaceSource } from "#web/identity/workspaces/queries.ts";
import { otherWriters } from "./address.ts";
import { modelsQuery } from "./queries.ts";

/** The URL parameters each filter reads. */
const read = { theme: ["theme"], workspace: ["workspace"], model: ["model"], person: ["user", "person"] };

/** Across all companies each theme names its own. */
export function ThemeFilter() {
  const { companyId } = useCompany();
  const source = themeSource(companyId, useCompany().spansCompanies);
  const id = useSearchParams(read.theme).number("theme");
  const theme = useQuery({ ...themeQuery(id ?? 0), enabled: id !== undefined });
  const name = nameOf("Theme", id, theme, source.labelOf);
  return (
    <IdChoice label="Theme" name="theme" all="All Themes" source={source} id={id} chosen={name} isPinned />
  );
}

/** By the home workspace of the theme asked; not offered across all companies. */
export function WorkspaceFilter() {
  return useCompany().spansCompanies ? null : <WorkspaceChoice />;
}

function WorkspaceChoice() {
  const { companyId } = useCompany();
  const source = workspaceSource(companyId, { withInactive: true });
  const id = useSearchParams(read.workspace).number("workspace");
  const workspace = useQuery({ ...workspaceQuery(id ?? 0), enabled: id !== undefined });
  const name = nameOf("Workspace", id, workspace, source.labelOf);
  return (
    <IdChoice label="Workspace" name="workspace" all="All workspaces" source={source} id={id} chosen={name} />
  );
}

type IdChoiceProps<Row> = {
  label: string;
  name: "theme" | "workspace";
  all: string;
  source: Source<Row>;
  id: number | undefined;
  /** The chosen option's name. */
  chosen: string;
  /** Alone in a row its options suffice; among other fields its label is above it. */
  isPinned?: boolean;
};

function IdChoice<Row extends { id: number }>(props: IdChoiceProps<Row>) {
  const { label, name, all, source, id, chosen, isPinned = false } = props;
  const address = useSetSearchParams();
  return (
    <RemoteSelect
      {...(isPinned ? { "aria-label": label } : { label })}
      placeholder={all}
      clearable
      inRow
      clearButtonProps={{ "aria-label": all }}
      source={source}
      chosen={id === undefined ? null : { id, label: chosen }}
      onChoose={(row) => address.open({ [name]: row?.id, page: undefined })}
    />
  );
}

/** The answer's author: one of the models, a reviewer, or nobody if quoted. */
export function ModelFilter() {
  const { companyId } = useCompany();
  const address = useSearchParams(read.model);
  const models = useQuery(modelsQuery(companyId));
  const chosen = address.text("model");
  const others = [...otherWriters].filter(([value]) => value !== "unknown" || value === chosen);
  const isNamed = chosen !== "" && !otherWriters.has(chosen);
  const names = new Set([...(models.data ?? []), ...(isNamed ? [chosen] : [])]);
  return (
    <NativeSelect
      label="Model"
      value={chosen}
      onChange={(event) => address.open({ model: event.currentTarget.value, page: undefined })}
      data={[
        { value: "", label: "All models" },
        ...others.map(([value, { label }]) => ({ value, label })),
        ...[...names].map((name) => ({ value: name, label: name })),
      ]}
    />
  );
}

/** The URL carries the name too: a single person can't be fetched. */
export function PersonFilter() {
  const { companyId } = useCompany();
  const address = useSearchParams(read.person);
  const id = address.number("user");
  return (
    <RemoteSelect
      label="Person"
      placeholder="All people"
      clearable
      inRow
      clearButtonProps={{ "aria-label": "All people" }}
      source={personSource(companyId)}
      chosen={id === undefined ? null : { id, label: address.text("person") || `Person ${id}` }}
      onChoose={(user) => address.open({ user: user?.id, person: user?.email, page: undefined })}
      optionOf={({ email }) => (
        <span>
          <Email address={email} />
        </span>
      )}
    />
  );
}
