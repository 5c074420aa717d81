import { PasswordInput, Switch, TextInput } from "@mantine/core";
import { Pair } from "#web/ui/form.tsx";

export type OidcValues = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  acceptsTokens: boolean;
  tokenAudience: string;
  requiresScopes: boolean;
};

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
      <Switch
        label="Assistants may ask for people"
        description="With access tokens of this provider, over the Model Context Protocol; answers are recorded as the person’s"
        checked={values.acceptsTokens}
        error={problems.acceptsTokens}
        onChange={(event) => onChange({ acceptsTokens: event.currentTarget.checked })}
      />
      {values.acceptsTokens && (
        <>
          <TextInput
            label="Audience of access tokens"
            description="As your provider writes it into them; empty: the address for assistants"
            maxLength={500}
            value={values.tokenAudience}
            error={problems.tokenAudience}
            onChange={(event) => onChange({ tokenAudience: event.currentTarget.value.trim() })}
          />
          <Switch
            label="Tokens must carry scopes"
            description="theme:list, theme:ask, source:read. Turn this off if your provider can’t issue them: the audience alone then allows all three"
            checked={values.requiresScopes}
            error={problems.requiresScopes}
            onChange={(event) => onChange({ requiresScopes: event.currentTarget.checked })}
          />
        </>
      )}
    </>
  );
}
