import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { FormEvent } from "react";
import { beginSignOn } from "#contract/sign-on.ts";
import { callApi } from "../api.ts";
import { AccountCard } from "../sessions/account-card.tsx";
import { Button } from "../ui/button.tsx";
import { Problem } from "../ui/parts.tsx";
import { keepDestination } from "./destination.ts";

type Props = { email: string; destination: string | null; onBack(): void };

/** The address says which company, and so which identity provider. */
export function SignOnStart({ email: typed, destination, onBack }: Props) {
  const [email, setEmail] = useState(typed);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const { url } = await callApi(beginSignOn, { email });
      keepDestination(destination);
      location.assign(url);
    } catch (failure) {
      setError(failure instanceof Error && failure.message ? failure.message : "Login failed");
      setBusy(false);
    }
  };
  return (
    <AccountCard
      title="Use your company account"
      lead="You'll sign in where your company keeps its accounts."
    >
      <form onSubmit={(event) => void submit(event)}>
        {error !== null && <Problem>{error}</Problem>}
        <TextInput
          label="Work email"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button tone="primary" type="submit" disabled={isBusy}>
          {isBusy ? "Opening" : "Continue"}
        </Button>
        <Button tone="quiet" onClick={onBack}>
          Sign in with a password
        </Button>
      </form>
    </AccountCard>
  );
}
