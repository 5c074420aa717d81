import { Anchor, Checkbox, PasswordInput, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { FormEvent } from "react";
import { Button } from "../ui/button.tsx";
import { Problem } from "../ui/parts.tsx";
import { AccountCard } from "./account-card.tsx";
import { forgetTyped, pressAgain, typedBefore } from "./typed-before.ts";

type Props = {
  error: string | null;
  isBusy: boolean;
  email: string;
  onEmail(email: string): void;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  onForgot(): void;
};

/** What a person sees at the door; also rendered at build time, so that it stands there before any script. */
export function LoginForm({ error, isBusy, email, onEmail, onSubmit, onForgot }: Props) {
  const [typed] = useState(typedBefore);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (form.current === null) return;
    if (typedBefore()?.isSent) form.current.requestSubmit();
    pressAgain(form.current);
    forgetTyped();
  }, []);
  return (
    <AccountCard title="Sign in">
      {/* before its script is there, the form goes nowhere: 'dialog' sends nothing, least of all into an address */}
      <form ref={form} method="dialog" onSubmit={onSubmit}>
        {error !== null && <Problem>{error}</Problem>}
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus={typed?.focused !== "password"}
          value={email}
          onChange={(event) => onEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          autoFocus={typed?.focused === "password"}
          defaultValue={typed?.password ?? ""}
          visibilityToggleButtonProps={{ "aria-label": "Show what you typed" }}
        />
        <Checkbox label="Remember me" name="rememberMe" defaultChecked={typed?.rememberMe ?? false} />
        <Button tone="primary" type="submit" size="md" fullWidth disabled={isBusy}>
          {isBusy ? "Signing in" : "Sign in"}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onForgot}>
          Forgot your password?
        </Anchor>
      </form>
    </AccountCard>
  );
}
