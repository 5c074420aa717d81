import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { FormEvent } from "react";
import { forgotPassword } from "#contract/sessions.ts";
import { callApi } from "../api.ts";
import { Button } from "../ui/button.tsx";
import { Problem } from "../ui/parts.tsx";
import { AccountCard } from "./account-card.tsx";

export function ForgotPassword({ email: typed, onBack }: { email: string; onBack(): void }) {
  const [email, setEmail] = useState(typed);
  const [answer, setAnswer] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      setAnswer((await callApi(forgotPassword, { email })).message);
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : "The request failed.");
    }
    setBusy(false);
  };
  return (
    <AccountCard title="Reset your password" lead={answer ?? "We'll email you a link to reset it."}>
      {answer === null ? (
        <form onSubmit={(event) => void submit(event)}>
          {error !== null && <Problem>{error}</Problem>}
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button tone="primary" type="submit" disabled={isBusy}>
            {isBusy ? "Sending" : "Send the link"}
          </Button>
          <Button tone="quiet" onClick={onBack}>
            Back to sign in
          </Button>
        </form>
      ) : (
        <Button autoFocus onClick={onBack}>
          Back to sign in
        </Button>
      )}
    </AccountCard>
  );
}
