import { useState } from "react";
import type { FormEvent } from "react";
import { Button } from "../ui/button.tsx";
import { reasonOf } from "../ui/invalidating-mutation.ts";
import { Problem } from "../ui/parts.tsx";
import { AccountCard } from "../sessions/account-card.tsx";
import { CodeField } from "./code-field.tsx";

/** The second step of signing in, after the right password. */
export function EnterCode({ onCode, onBack }: { onCode(code: string): Promise<void>; onBack(): void }) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    setError(null);
    try {
      await onCode(String(new FormData(form).get("code") ?? ""));
    } catch (failure) {
      form.reset();
      setError(reasonOf(failure) ?? "Login failed");
      setBusy(false);
    }
  };
  return (
    <AccountCard title="Enter your code">
      <form onSubmit={(event) => void submit(event)}>
        {error !== null && <Problem>{error}</Problem>}
        <CodeField autoFocus description="Of your authenticator app, or one of your recovery codes." />
        <Button tone="primary" type="submit" size="md" fullWidth disabled={isBusy}>
          {isBusy ? "Signing in" : "Sign in"}
        </Button>
        <Button tone="quiet" onClick={onBack}>
          Back
        </Button>
      </form>
    </AccountCard>
  );
}
