import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { KeyScope } from "#contract/kernel/permissions.ts";
import { ApiError } from "#web/kernel/api.ts";
import { endOf, linesOf, problemOf } from "./lines.ts";
import { DescribedOptions } from "#web/ui/described-options.tsx";
import { DialogForm } from "#web/ui/form.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { NameField } from "#web/ui/name-field.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { toastError } from "#web/ui/toast.tsx";
import { NewKey } from "./new-key.tsx";
import { keyThemesQuery, useCreateKey } from "./queries.ts";
import { scopeNames } from "./scope-names.ts";
import classes from "./connections.module.css";

type Values = {
  name: string;
  scopes: KeyScope[];
  themeIds: number[];
  addresses: string;
  allowedOrigins: string;
  expiresOn: string;
};
const usual: Values = {
  name: "",
  scopes: ["theme:ask", "source:read", "theme:list", "history:read"],
  themeIds: [],
  addresses: "",
  allowedOrigins: "",
  expiresOn: "",
};

/** Creates a key, then shows it once with its usage. */
export function KeyEditor({ companyId, onClose }: { companyId: number | undefined; onClose(): void }) {
  const [values, setValues] = useState(usual);
  const create = useCreateKey();
  const problems = create.error instanceof ApiError ? create.error.fields : {};
  const set = (part: Partial<Values>) => setValues((all) => ({ ...all, ...part }));
  const submit = async () => {
    const { addresses, allowedOrigins, expiresOn, ...body } = values;
    try {
      await create.mutateAsync({
        ...body,
        companyId,
        addresses: linesOf(addresses),
        allowedOrigins: linesOf(allowedOrigins),
        expiresAt: endOf(expiresOn),
      });
    } catch (error) {
      toastError("The key was not created", reasonOf(error));
    }
  };
  if (create.data !== undefined)
    return (
      <Modal opened onClose={onClose} size="lg" title={`${create.data.key.name} is ready`}>
        <NewKey created={create.data} onClose={onClose} />
      </Modal>
    );
  return (
    <Modal opened onClose={onClose} size="lg" title="Create key">
      <DialogForm
        action="Create key"
        busy="Creating..."
        canSave={values.name.trim() !== "" && values.scopes.length > 0 && values.themeIds.length > 0}
        isSaving={create.isPending}
        onSave={() => void submit()}
        onCancel={onClose}
      >
        <NameField
          description="Where it is used, such as “Website chat”"
          value={values.name}
          error={problems.name}
          onChange={(name) => set({ name })}
        />
        <DescribedOptions
          label="What it can do"
          options={scopeNames}
          chosen={values.scopes}
          error={problems.scopes}
          onChange={(scopes) => set({ scopes })}
        />
        <ThemeChoice
          companyId={companyId}
          chosen={values.themeIds}
          problem={problems.themeIds}
          onChange={(themeIds) => set({ themeIds })}
        />
        <TextInput
          type="date"
          label="Last day"
          description="Empty: until you revoke it"
          value={values.expiresOn}
          error={problems.expiresAt}
          onChange={(event) => set({ expiresOn: event.currentTarget.value })}
        />
        <Textarea
          label="Only from these networks"
          description="One address or network per line, such as 203.0.113.0/24. Empty: from anywhere"
          autosize
          minRows={2}
          maxRows={6}
          value={values.addresses}
          error={problemOf(problems, "addresses")}
          onChange={(event) => set({ addresses: event.currentTarget.value })}
        />
        <Textarea
          label="Websites whose pages can use it"
          description="One address per line, such as https://www.example.com. Their visitors can read the key. Empty: it works on servers only"
          autosize
          minRows={2}
          maxRows={6}
          value={values.allowedOrigins}
          error={problemOf(problems, "allowedOrigins")}
          onChange={(event) => set({ allowedOrigins: event.currentTarget.value })}
        />
      </DialogForm>
    </Modal>
  );
}

type ThemeChoiceProps = {
  companyId: number | undefined;
  chosen: number[];
  problem: string | undefined;
  onChange(ids: number[]): void;
};

/** With this many themes or more, a search field helps. */
const many = 8;

function ThemeChoice({ companyId, chosen, problem, onChange }: ThemeChoiceProps) {
  const { data = [], isPending } = useQuery(keyThemesQuery(companyId));
  const [search, setSearch] = useState("");
  const shown = data.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  const toggle = (id: number, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <fieldset className={classes.themes}>
      <legend>
        Themes it can ask <span aria-hidden>*</span>
      </legend>
      {data.length > many && (
        <SearchInput label="Search themes" placeholder="Search themes" value={search} onSearch={setSearch} />
      )}
      <div className={classes.themeList} tabIndex={data.length > many ? 0 : undefined}>
        {shown.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={(event) => toggle(id, event.currentTarget.checked)}
          />
        ))}
        {!isPending && data.length === 0 && <p>There are no themes yet. Create one first.</p>}
        {data.length > 0 && shown.length === 0 && <p>No theme matches your search.</p>}
      </div>
      {problem !== undefined && <p role="alert">{problem}</p>}
    </fieldset>
  );
}
