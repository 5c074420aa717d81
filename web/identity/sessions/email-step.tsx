import { TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { Button } from "#web/ui/button.tsx";
import { Problem } from "#web/ui/parts.tsx";

type Props = {
  label: string;
  /** Prefilled from the sign-in form. */
  email: string;
  action: string;
  busy: string;
  back: string;
  /** @throws Error with the message to show */
  onSend(email: string): Promise<void>;
  onBack(): void;
};

/** Asks for an email address and continues with it, or goes back to the sign-in. */
export function EmailStep({ label, email: typed, action, busy, back, onSend, onBack }: Props) {
  const [email, setEmail] = useState(typed);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await onSend(email);
    } catch (failure) {
      setError(failure instanceof Error && failure.message ? failure.message : "The request failed.");
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      {error !== null && <Problem>{error}</Problem>}
      <TextInput
        label={label}
        type="email"
        autoComplete="username"
        required
        withAsterisk={false}
        autoFocus
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button tone="primary" type="submit" disabled={isBusy}>
        {isBusy ? busy : action}
      </Button>
      <Button tone="quiet" onClick={onBack}>
        {back}
      </Button>
    </form>
  );
}
