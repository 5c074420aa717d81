import { Anchor, Checkbox, PasswordInput, TextInput } from "@mantine/core";
import type { FormEvent } from "react";
import { Button } from "../ui/button.tsx";
import { Problem } from "../ui/parts.tsx";
import { AccountCard } from "./account-card.tsx";

type Props = {
  error: string | null;
  isBusy: boolean;
  email: string;
  onEmail(email: string): void;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  onForgot(): void;
  onSignOn(): void;
};

/** The password stays in its field: it is read from the form when it is sent. */
export function LoginForm({ error, isBusy, email, onEmail, onSubmit, onForgot, onSignOn }: Props) {
  return (
    <AccountCard title="Sign in">
      <form onSubmit={onSubmit}>
        {error !== null && <Problem>{error}</Problem>}
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
          value={email}
          onChange={(event) => onEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ "aria-label": "Show what you typed" }}
        />
        <Checkbox label="Remember me" name="rememberMe" />
        <Button tone="primary" type="submit" size="md" fullWidth disabled={isBusy}>
          {isBusy ? "Signing in" : "Sign in"}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onForgot}>
          Forgot your password?
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={onSignOn}>
          Use your company account
        </Anchor>
      </form>
    </AccountCard>
  );
}
