import { Textarea, TextInput } from "@mantine/core";
import type { SamlAttributes } from "#contract/identity/sign-on.ts";
import { Pair } from "#web/ui/form.tsx";
import classes from "./sign-on.module.css";

export type SamlValues = {
  metadata: string;
  entityId: string;
  signInUrl: string;
  /** As PEM, one after another. */
  certificates: string;
  attributes: SamlAttributes;
};

/** The certificates in a pasted text; the server refuses anything else. */
export function certificatesIn(text: string): string[] {
  return text
    .split(/(?=-----BEGIN CERTIFICATE-----)/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

type Props = {
  values: SamlValues;
  problems: Record<string, string>;
  onChange(part: Partial<SamlValues>): void;
};

export function SamlFields({ values, problems, onChange }: Props) {
  const hasMetadata = values.metadata.trim() !== "";
  const problemOfCertificates = Object.entries(problems).find(([field]) => field.startsWith("certificates"));
  const attribute = (name: keyof SamlAttributes, label: string, description: string) => (
    <TextInput
      label={label}
      description={description}
      maxLength={200}
      value={values.attributes[name]}
      error={problems[`attributes.${name}`]}
      onChange={(event) =>
        onChange({ attributes: { ...values.attributes, [name]: event.currentTarget.value.trim() } })
      }
    />
  );
  return (
    <>
      <Textarea
        label="Metadata of your provider"
        description="Paste the XML document, or leave this empty and fill in the next three"
        className={classes.code}
        rows={4}
        spellCheck={false}
        value={values.metadata}
        error={problems.metadata}
        onChange={(event) => onChange({ metadata: event.currentTarget.value })}
      />
      <TextInput
        label="Entity ID of your provider"
        required={!hasMetadata}
        disabled={hasMetadata}
        maxLength={1000}
        value={values.entityId}
        error={problems.entityId}
        onChange={(event) => onChange({ entityId: event.currentTarget.value.trim() })}
      />
      <TextInput
        label="Sign-in address"
        description="For the HTTP-Redirect binding, such as https://login.example.com/saml"
        required={!hasMetadata}
        disabled={hasMetadata}
        maxLength={1000}
        value={values.signInUrl}
        error={problems.signInUrl}
        onChange={(event) => onChange({ signInUrl: event.currentTarget.value.trim() })}
      />
      <Textarea
        label="Certificates"
        description="As PEM. To replace one, add the new one below it, and remove the old one later"
        className={classes.code}
        required={!hasMetadata}
        disabled={hasMetadata}
        rows={4}
        spellCheck={false}
        value={values.certificates}
        error={problemOfCertificates?.[1]}
        onChange={(event) => onChange({ certificates: event.currentTarget.value })}
      />
      <fieldset className={classes.rules}>
        <legend>Attributes</legend>
        <p>
          Leave a field empty if your provider uses the usual name, as Entra ID, Okta, Google Workspace, and
          Shibboleth do. An identifier must never pass to someone else.
        </p>
        <Pair>
          {attribute("subject", "Identifier", "Empty: the persistent NameID")}
          {attribute("email", "Email address", "Only addresses in your verified domains count")}
        </Pair>
        <Pair>
          {attribute("firstName", "First name", "For new people")}
          {attribute("lastName", "Last name", "For new people")}
        </Pair>
      </fieldset>
    </>
  );
}
