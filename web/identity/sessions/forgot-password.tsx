import { useState } from "react";
import { forgotPassword } from "#contract/identity/sessions.ts";
import { callApi } from "#web/kernel/api.ts";
import { Button } from "#web/ui/button.tsx";
import { AccountCard } from "./account-card.tsx";
import { EmailStep } from "./email-step.tsx";

export function ForgotPassword({ email, onBack }: { email: string; onBack(): void }) {
  const [answer, setAnswer] = useState<string | null>(null);
  return (
    <AccountCard title="Reset your password" lead={answer ?? "We'll email you a link to reset it."}>
      {answer === null ? (
        <EmailStep
          label="Email"
          email={email}
          action="Send the link"
          busy="Sending"
          back="Back to sign in"
          onSend={async (address) => setAnswer((await callApi(forgotPassword, { email: address })).message)}
          onBack={onBack}
        />
      ) : (
        <Button autoFocus onClick={onBack}>
          Back to sign in
        </Button>
      )}
    </AccountCard>
  );
}
