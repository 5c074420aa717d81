import { NativeSelect, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import type { GroupRule, SignOnProvider } from "#contract/identity/sign-on.ts";
import { ApiError } from "#web/kernel/api.ts";
import { DialogForm, Pair } from "#web/ui/form.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { useRemoteOptions } from "#web/ui/remote-options.ts";
import { RemoteSelect } from "#web/ui/remote-select.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { WorkspaceChoice } from "#web/identity/users/workspace-choice.tsx";
import { GroupRules } from "./group-rules.tsx";
import { OidcFields, type OidcValues } from "./oidc-fields.tsx";
import { administratorSource, useSetSignOn } from "./queries.ts";
import { certificatesIn, SamlFields, type SamlValues } from "./saml-fields.tsx";
import classes from "./sign-on.module.css";

type Props = {
  companyId: number | undefined;
  provider: SignOnProvider | null;
  version: number;
  onClose(): void;
};

type Protocol = SignOnProvider["protocol"];

const fresh = {
  name: "",
  isActive: false,
  isEnforced: false,
  createsPeople: false,
  workspaceIds: [] as number[],
  groupsClaim: "",
  rules: [] as GroupRule[],
  breakGlassUserId: null as number | null,
};

/** The stored provider's fields that both protocols have. */
function commonOf(provider: SignOnProvider | null): typeof fresh {
  if (provider === null) return fresh;
  const { name, isActive, isEnforced, createsPeople } = provider;
  const { workspaceIds, groupsClaim, rules, breakGlassUserId } = provider;
  return { name, isActive, isEnforced, createsPeople, workspaceIds, groupsClaim, rules, breakGlassUserId };
}

function oidcOf(provider: SignOnProvider | null): OidcValues {
  if (provider?.protocol !== "oidc")
    return {
      issuer: "",
      clientId: "",
      clientSecret: "",
      acceptsTokens: false,
      tokenAudience: "",
      requiresScopes: true,
    };
  const { issuer, clientId, acceptsTokens, tokenAudience, requiresScopes } = provider;
  return { issuer, clientId, clientSecret: "", acceptsTokens, tokenAudience, requiresScopes };
}

const noAttributes = { subject: "", email: "", firstName: "", lastName: "" };

function samlOf(provider: SignOnProvider | null): SamlValues {
  if (provider?.protocol !== "saml")
    return { metadata: "", entityId: "", signInUrl: "", certificates: "", attributes: noAttributes };
  const { entityId, signInUrl, attributes } = provider;
  const certificates = provider.certificates.map(({ pem }) => pem).join("");
  return { metadata: "", entityId, signInUrl, certificates, attributes };
}

/** The fields of the chosen protocol, as the server takes them. */
function settingsOf(protocol: Protocol, oidc: OidcValues, saml: SamlValues, stored: SamlValues) {
  if (protocol === "oidc") {
    const { clientSecret, ...rest } = oidc;
    return { protocol, ...rest, ...(clientSecret === "" ? {} : { clientSecret }) };
  }
  const { metadata, entityId, signInUrl, certificates, attributes } = saml;
  if (metadata.trim() !== "") return { protocol, attributes, metadata };
  const settings = { protocol, attributes, entityId, signInUrl };
  // an unchanged certificate that has expired since would be refused
  return certificates === stored.certificates
    ? settings
    : { ...settings, certificates: certificatesIn(certificates) };
}

function storedValues(provider: SignOnProvider | null) {
  if (provider === null) return {};
  const saml = samlOf(provider);
  return { ...commonOf(provider), ...settingsOf(provider.protocol, oidcOf(provider), saml, saml) };
}

export function ProviderEditor({ companyId, provider, version, onClose }: Props) {
  const [opened] = useState(() => ({ version, values: storedValues(provider) }));
  const [values, setValues] = useState(() => commonOf(provider));
  const [protocol, setProtocol] = useState<Protocol>(provider?.protocol ?? "oidc");
  const [oidc, setOidc] = useState(() => oidcOf(provider));
  const [stored] = useState(() => samlOf(provider));
  const [saml, setSaml] = useState(stored);
  const save = useSetSignOn();
  const problems = save.error instanceof ApiError ? save.error.fields : {};
  const set = (part: Partial<typeof values>) => setValues((all) => ({ ...all, ...part }));
  const needed =
    protocol === "oidc"
      ? [oidc.issuer, oidc.clientId]
      : saml.metadata.trim() === ""
        ? [saml.entityId, saml.signInUrl, saml.certificates]
        : [];
  const submit = async () => {
    try {
      const settings = settingsOf(protocol, oidc, saml, stored);
      await save.mutateAsync({ companyId, opened, values: { ...values, ...settings } });
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
        canSave={[values.name, ...needed].every((text) => text.trim() !== "")}
        isSaving={save.isPending}
        onSave={() => void submit()}
        onCancel={onClose}
      >
        <Pair>
          <TextInput
            label="Name"
            description="The name your people know"
            required
            data-autofocus
            maxLength={80}
            value={values.name}
            error={problems.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <NativeSelect
            label="Protocol"
            description="As your provider offers it"
            value={protocol}
            data={[
              { value: "oidc", label: "OpenID Connect" },
              { value: "saml", label: "SAML 2.0" },
            ]}
            onChange={(event) => setProtocol(event.currentTarget.value === "saml" ? "saml" : "oidc")}
          />
        </Pair>
        {protocol === "oidc" ? (
          <OidcFields
            values={oidc}
            hasSecret={provider?.protocol === "oidc" && provider.hasSecret}
            problems={problems}
            onChange={(part) => setOidc((all) => ({ ...all, ...part }))}
          />
        ) : (
          <SamlFields
            values={saml}
            problems={problems}
            onChange={(part) => setSaml((all) => ({ ...all, ...part }))}
          />
        )}
        <Switch
          label="Active"
          description="People with addresses in your verified domains can sign in through it"
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
          <p>For people added at sign-in or by your directory (SCIM) to whom no group rule applies.</p>
          {problems.workspaceIds !== undefined && <p role="alert">{problems.workspaceIds}</p>}
        </div>
        <GroupRules
          companyId={companyId}
          protocol={protocol}
          claim={values.groupsClaim}
          rules={values.rules}
          problems={problems}
          onChange={set}
        />
        <Switch
          label="The only way in"
          description="Passwords no longer work, except for one administrator's"
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
              This account can sign in with its password while your provider is down. Keep the password locked
              away: all administrators are told of every use.
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
