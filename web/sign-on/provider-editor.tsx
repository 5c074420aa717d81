import { PasswordInput, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import type { SignOnProvider } from "#contract/sign-on.ts";
import { ApiError } from "../api.ts";
import { DialogForm, Pair } from "../ui/form.tsx";
import { reasonOf } from "../ui/invalidating-mutation.ts";
import { Modal } from "../ui/modal.tsx";
import { useRemoteOptions } from "../ui/remote-options.ts";
import { RemoteSelect } from "../ui/remote-select.tsx";
import { toast, toastError } from "../ui/toast.tsx";
import { WorkspaceChoice } from "../users/workspace-choice.tsx";
import { GroupRules } from "./group-rules.tsx";
import { administratorSource, useSetSignOn } from "./queries.ts";
import classes from "./sign-on.module.css";

type Props = { companyId: number | undefined; provider: SignOnProvider | null; onClose(): void };

const fresh: Omit<SignOnProvider, "hasSecret"> = {
  name: "",
  issuer: "",
  clientId: "",
  isActive: false,
  isEnforced: false,
  createsPeople: false,
  workspaceIds: [],
  groupsClaim: "",
  rules: [],
  breakGlassUserId: null,
};

export function ProviderEditor({ companyId, provider, onClose }: Props) {
  const { hasSecret, ...stored } = provider ?? { ...fresh, hasSecret: false };
  const [values, setValues] = useState(stored);
  const [secret, setSecret] = useState("");
  const save = useSetSignOn();
  const problems = save.error instanceof ApiError ? save.error.fields : {};
  const set = (part: Partial<typeof values>) => setValues((all) => ({ ...all, ...part }));
  const submit = async () => {
    try {
      await save.mutateAsync({ companyId, ...values, ...(secret === "" ? {} : { clientSecret: secret }) });
      toast("Identity provider saved");
      onClose();
    } catch (failure) {
      toastError("The identity provider was not saved", reasonOf(failure));
    }
  };
  return (
    <Modal opened onClose={onClose} size="lg" title={provider === null ? "Set up sign-on" : "Edit sign-on"}>
      <DialogForm
        action="Save"
        canSave={[values.name, values.issuer, values.clientId].every((text) => text.trim() !== "")}
        isSaving={save.isPending}
        onSave={() => void submit()}
        onCancel={onClose}
      >
        <TextInput
          label="Name"
          description="As your people know it"
          required
          data-autofocus
          maxLength={80}
          value={values.name}
          error={problems.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Issuer"
          description="Such as https://login.example.com; its discovery document must be readable there"
          required
          maxLength={500}
          value={values.issuer}
          error={problems.issuer}
          onChange={(event) => set({ issuer: event.currentTarget.value.trim() })}
        />
        <Pair>
          <TextInput
            label="Client ID"
            description="As registered at your provider"
            required
            maxLength={300}
            value={values.clientId}
            error={problems.clientId}
            onChange={(event) => set({ clientId: event.currentTarget.value.trim() })}
          />
          <PasswordInput
            label="Client secret"
            description={hasSecret ? "One is stored; leave empty to keep it" : "Empty for a public client"}
            autoComplete="off"
            maxLength={1000}
            value={secret}
            error={problems.clientSecret}
            visibilityToggleButtonProps={{ "aria-label": "Show what you typed" }}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
        </Pair>
        <Switch
          label="Active"
          description="People of your proved domains can sign in through it"
          checked={values.isActive}
          error={problems.isActive}
          onChange={(event) => set({ isActive: event.currentTarget.checked })}
        />
        <Switch
          label="Add people at their first sign-in"
          checked={values.createsPeople}
          onChange={(event) => set({ createsPeople: event.currentTarget.checked })}
        />
        <div className={classes.choice}>
          <WorkspaceChoice
            companyId={companyId}
            chosen={values.workspaceIds}
            onChange={(workspaceIds) => set({ workspaceIds })}
            required={values.createsPeople}
          />
          <p>For people to whom no group rule applies, added at sign-in or by your directory (SCIM).</p>
          {problems.workspaceIds !== undefined && <p role="alert">{problems.workspaceIds}</p>}
        </div>
        <GroupRules
          companyId={companyId}
          claim={values.groupsClaim}
          rules={values.rules}
          problems={problems}
          onChange={set}
        />
        <Switch
          label="The only way in"
          description="Passwords open nothing, except for one administrator's"
          checked={values.isEnforced}
          error={problems.isEnforced}
          onChange={(event) => set({ isEnforced: event.currentTarget.checked })}
        />
        {values.isEnforced && (
          <div className={classes.choice}>
            <BreakGlass
              companyId={companyId}
              userId={values.breakGlassUserId}
              problem={problems.breakGlassUserId}
              onChoose={(breakGlassUserId) => set({ breakGlassUserId })}
            />
            <p>
              This account signs in with its password while your provider is down. Keep the password sealed:
              every use is told to all administrators.
            </p>
          </div>
        )}
      </DialogForm>
    </Modal>
  );
}

type BreakGlassProps = {
  companyId: number | undefined;
  userId: number | null;
  problem: string | undefined;
  onChoose(id: number | null): void;
};

function BreakGlass({ companyId, userId, problem, onChoose }: BreakGlassProps) {
  const administrators = administratorSource(companyId);
  const { rows, isLoading } = useRemoteOptions(administrators, "");
  const found = rows.find(({ id }) => id === userId);
  const label = found?.email ?? (isLoading ? "…" : `Person ${userId}`);
  return (
    <RemoteSelect
      label="Break-glass administrator"
      placeholder="Choose an administrator"
      required
      source={administrators}
      chosen={userId === null ? null : { id: userId, label }}
      onChoose={(row) => onChoose(row?.id ?? null)}
      error={problem}
    />
  );
}
