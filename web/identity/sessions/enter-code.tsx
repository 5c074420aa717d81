import { useState, type FormEvent } from "react";
import type { z } from "zod";
import type { PasskeyRequest } from "#contract/kernel/passkeys.ts";
import { Button } from "#web/ui/button.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Problem } from "#web/ui/parts.tsx";
import { AccountCard } from "./account-card.tsx";
import { CodeField } from "#web/identity/second-factor/code-field.tsx";
import { signWithPasskey } from "#web/identity/second-factor/passkey.ts";
import type { SecondFactorAnswer } from "#web/identity/second-factor/queries.ts";
import classes from "#web/identity/second-factor/second-factor.module.css";

type Props = {
  /** For people with passkeys: the challenge to sign. */
  request: z.output<typeof PasskeyRequest> | undefined;
  onAnswer(answer: SecondFactorAnswer): Promise<void>;
  onBack(): void;
};

/** The second step of signing in, after the correct password: a passkey or a code. */
export function EnterCode({ request, onAnswer, onBack }: Props) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const answer = async (find: () => Promise<SecondFactorAnswer>) => {
    setBusy(true);
    setError(null);
    try {
      await onAnswer(await find());
    } catch (failure) {
      setError(reasonOf(failure) ?? "Login failed");
      setBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const code = String(new FormData(form).get("code") ?? "");
    form.reset();
    void answer(() => Promise.resolve({ code }));
  };
  return (
    <AccountCard title={request === undefined ? "Enter your code" : "Confirm that it's you"}>
      <form onSubmit={submit}>
        {error !== null && <Problem>{error}</Problem>}
        {request !== undefined && (
          <>
            <Button
              tone="primary"

              fullWidth
              autoFocus
              disabled={isBusy}
              onClick={() => void answer(async () => ({ passkey: await signWithPasskey(request) }))}
            >
              Use a passkey
            </Button>
            <p className={classes.or}>or</p>
          </>
        )}
        <CodeField
          autoFocus={request === undefined}
          description="From your authenticator app, or one of your recovery codes."
        />
        <Button
          tone={request === undefined ? "primary" : undefined}
          type="submit"

          fullWidth
          disabled={isBusy}
        >
          {isBusy ? "Signing in" : "Sign in"}
        </Button>
        <Button tone="quiet" onClick={onBack}>
          Back
        </Button>
      </form>
    </AccountCard>
  );
}
