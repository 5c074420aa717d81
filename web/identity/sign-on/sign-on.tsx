import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SignOn as SignOnSettings, SignOnProvider } from "#contract/identity/sign-on.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { FetchProblem } from "#web/ui/fetch-problem.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Badge, Empty } from "#web/ui/parts.tsx";
import { Section } from "#web/ui/section.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { AtProvider } from "./at-provider.tsx";
import { Domains } from "./domains.tsx";
import { Fact } from "./fact.tsx";
import { ProviderEditor } from "./provider-editor.tsx";
import { Provisioning } from "./provisioning.tsx";
import { signOnQuery, useCheckSignOn, useRemoveSignOn } from "./queries.ts";
import { SamlFacts } from "./saml-facts.tsx";
import { SamlKeys } from "./saml-keys.tsx";
import classes from "./sign-on.module.css";
import { formatCount } from "#web/ui/format.ts";

/** How a company's people sign in through its own identity provider. */
export default function SignOn() {
  const { companyId, spansCompanies } = useCompany();
  if (spansCompanies) return <Empty>Choose a company to set up its single sign-on.</Empty>;
  return <OfCompany companyId={companyId} />;
}

function OfCompany({ companyId }: { companyId: number | undefined }) {
  const { data, error, refetch } = useQuery(signOnQuery(companyId));
  if (error !== null) return <FetchProblem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting shape="rows" />;
  return (
    <div className={classes.signOn}>
      <p>
        People with an address in a verified domain choose “Use your company account” and sign in at your
        identity provider, over OpenID Connect or SAML.
      </p>
      <Domains companyId={companyId} domains={data.domains} />
      <Provider companyId={companyId} settings={data} />
      <Provisioning companyId={companyId} />
    </div>
  );
}

function Provider({ companyId, settings }: { companyId: number | undefined; settings: SignOnSettings }) {
  const { provider } = settings;
  const [isEditing, setEditing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const remove = useRemoveSignOn();
  const confirm = async () => {
    try {
      await remove.mutateAsync({ companyId });
      toast("Identity provider removed");
      setRemoving(false);
    } catch (failure) {
      toastError("The identity provider was not removed", reasonOf(failure));
    }
  };
  return (
    <Section
      title="Identity provider"
      action={
        provider === null ? (
          <Button tone="primary" onClick={() => setEditing(true)}>
            Set up
          </Button>
        ) : (
          <div className={classes.buttons}>
            <Button onClick={() => setEditing(true)}>Edit</Button>
            <Button tone="quiet" onClick={() => setRemoving(true)}>
              Remove
            </Button>
          </div>
        )
      }
    >
      {provider === null ? (
        <Empty>No identity provider yet. Everyone signs in with a password.</Empty>
      ) : (
        <Facts provider={provider} />
      )}
      <AtProvider settings={settings} />
      {provider !== null && <Check companyId={companyId} />}
      {provider?.protocol === "saml" && <SamlKeys companyId={companyId} provider={provider} />}
      {isEditing && (
        <ProviderEditor
          companyId={companyId}
          provider={provider}
          version={settings.version}
          onClose={() => setEditing(false)}
        />
      )}
      <Confirm
        opened={isRemoving}
        question={`Are you sure you want to remove ${provider?.name ?? "the identity provider"}?`}
        action="Remove"
        onClose={() => setRemoving(false)}
        onConfirm={confirm}
      >
        <p>
          From then on, everyone signs in with a password. People without one get it through “Forgot your
          password?”. They stay signed in until their session ends.
        </p>
      </Confirm>
    </Section>
  );
}

function Facts({ provider }: { provider: SignOnProvider }) {
  return (
    <dl className={classes.facts}>
      <Fact name="Name">
        {provider.name}{" "}
        <Badge tone={provider.isActive ? "ok" : "plain"}>{provider.isActive ? "Active" : "Inactive"}</Badge>{" "}
        {provider.isEnforced && <Badge tone="plain">The only way in</Badge>}
      </Fact>
      {provider.protocol === "oidc" ? (
        <>
          <Fact name="Issuer">
            <code>{provider.issuer}</code>
          </Fact>
          <Fact name="Client ID">
            <code>{provider.clientId}</code>
          </Fact>
          <Fact name="Assistants">
            {provider.acceptsTokens ? "May ask for people who sign in to them" : "Not allowed"}
          </Fact>
        </>
      ) : (
        <SamlFacts provider={provider} />
      )}
      <Fact name="New people">
        {provider.createsPeople ? "Get an account at their first sign-in" : "Must be added first"}
      </Fact>
      <Fact name="Groups">
        {provider.rules.length === 0 ? "Not read" : formatCount(provider.rules.length, "rule")}
      </Fact>
    </dl>
  );
}

function Check({ companyId }: { companyId: number | undefined }) {
  const check = useCheckSignOn();
  return (
    <div className={classes.check}>
      <Button disabled={check.isPending} onClick={() => check.mutate({ companyId })}>
        {check.isPending ? "Checking..." : "Check connection"}
      </Button>
      <p role="status">{check.data?.message ?? check.error?.message ?? ""}</p>
    </div>
  );
}
