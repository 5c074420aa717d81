import { Anchor, Checkbox, PasswordInput, TextInput } from "@mantine/core";
import { Navigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { FormEvent } from "react";
import { ApiError } from "../api.ts";
import { useSession } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { Problem, Spinner } from "../ui/parts.tsx";
import { AccountCard } from "./account-card.tsx";
import { EnterCode } from "./enter-code.tsx";
import { ForgotPassword } from "./forgot-password.tsx";

export default function Login() {
  const { user, isLoading, signIn } = useSession();
  const { next } = useSearch({ strict: false });
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [forgot, setForgot] = useState(false);
  const [email, setEmail] = useState("");
  // kept while the second step is on the screen
  const [passed, setPassed] = useState<{ email: string; password: string; rememberMe: boolean } | null>(null);
  if (isLoading) return <Spinner />;
  if (user !== null) {
    if (user.mustChangePassword) return <Navigate to="/change-password" replace />;
    return <Navigate to={isOwnPath(next) ? next : "/dashboard"} replace />;
  }
  if (passed !== null) {
    return (
      <EnterCode
        onBack={() => setPassed(null)}
        onCode={async (code) => void (await signIn({ ...passed, code }))}
      />
    );
  }
  if (forgot) return <ForgotPassword email={email} onBack={() => setForgot(false)} />;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const credentials = {
      email,
      password: String(form.get("password") ?? ""),
      rememberMe: form.get("rememberMe") === "on",
    };
    setBusy(true);
    setError(null);
    try {
      await signIn(credentials);
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === "second_factor_required") setPassed(credentials);
      else setError(failure instanceof Error && failure.message ? failure.message : "Login failed");
      setBusy(false);
    }
  };

  return (
    <AccountCard title="Sign in">
      <form onSubmit={(event) => void submit(event)}>
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
          onChange={(event) => setEmail(event.currentTarget.value)}
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
        <Anchor component="button" type="button" size="sm" onClick={() => setForgot(true)}>
          Forgot your password?
        </Anchor>
      </form>
    </AccountCard>
  );
}

/** Only a path of this application: an address from outside leads nowhere. */
function isOwnPath(next: unknown): next is string {
  return typeof next === "string" && /^\/[a-z]/.test(next);
}
