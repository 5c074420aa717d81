import { PasswordInput, TextInput } from "@mantine/core";
import { Pair } from "#web/ui/form.tsx";

export type OidcValues = { issuer: string; clientId: string; clientSecret: string };

type Props = {
  values: OidcValues;
  hasSecret: boolean;
  problems: Record<string, string>;
  onChange(part: Partial<OidcValues>): void;
};

export function OidcFields({ values, hasSecret, problems, onChange }: Props) {
  return (
    <>
      <TextInput
        label="Issuer"
        description="Such as https://login.example.com; its discovery document must be readable there"
        required
        maxLength={500}
        value={values.issuer}
        error={problems.issuer}
        onChange={(event) => onChange({ issuer: event.currentTarget.value.trim() })}
      />
      <Pair>
        <TextInput
          label="Client ID"
          description="As registered at your provider"
          required
          maxLength={300}
          value={values.clientId}
          error={problems.clientId}
          onChange={(event) => onChange({ clientId: event.currentTarget.value.trim() })}
        />
        <PasswordInput
          label="Client secret"
          description={hasSecret ? "One is stored; leave empty to keep it" : "Empty for a public client"}
          autoComplete="off"
          maxLength={1000}
          value={values.clientSecret}
          error={problems.clientSecret}
          visibilityToggleButtonProps={{ "aria-label": "Show what you typed" }}
          onChange={(event) => onChange({ clientSecret: event.currentTarget.value })}
        />
      </Pair>
    </>
  );
}
