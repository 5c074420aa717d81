import { Anchor, Checkbox, PasswordInput, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { Button } from "#web/ui/button.tsx";
import { Problem } from "#web/ui/parts.tsx";
import { AccountCard } from "./account-card.tsx";

type Props = {
  /** The last session ended by itself. */
  hasEnded: boolean;
  error: string | null;
  isBusy: boolean;
  email: string;
  onEmail(email: string): void;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  onForgot(): void;
  onSignOn(): void;
};

type Problems = { email?: string; password?: string };

/** Shown at the field, like every error; the browser's own bubble would look foreign. */
function problemsOf(form: HTMLFormElement): Problems {
  const field = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`);
  const email = field("email");
  return {
    ...(email?.value.trim() === ""
      ? { email: "Enter your email address." }
      : email?.validity.valid === false && {
          email: "Enter a full email address, like name@company.com.",
        }),
    ...(field("password")?.value === "" && { password: "Enter your password." }),
  };
}

/** The password stays in its field and is read from the form on submit. */
export function LoginForm({ hasEnded, error, isBusy, email, onEmail, onSubmit, onForgot, onSignOn }: Props) {
  const [problems, setProblems] = useState<Problems>({});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const found = problemsOf(event.currentTarget);
    setProblems(found);
    if (found.email === undefined && found.password === undefined) return onSubmit(event);
    event.preventDefault();
    const first = found.email === undefined ? "password" : "email";
    event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  };
  return (
    <AccountCard title="Sign in">
      <form noValidate onSubmit={submit}>
        {hasEnded && error === null && (
          <p role="status">Your session has ended. Sign in to continue where you were.</p>
        )}
        {error !== null && <Problem>{error}</Problem>}
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
          error={problems.email}
          value={email}
          onChange={(event) => onEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          error={problems.password}
          visibilityToggleButtonProps={{ "aria-label": "Show what you typed" }}
        />
        <Checkbox
          label="Remember me"
          description="For 30 days. Administrators sign in again every day."
          name="rememberMe"
        />
        <Button tone="primary" type="submit" fullWidth disabled={isBusy}>
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
