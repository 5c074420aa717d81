import { PasswordInput } from "@mantine/core";
import { useState } from "react";
import type { FormEvent } from "react";
import { Button } from "../ui/button.tsx";
import { reasonOf } from "../ui/invalidating-mutation.ts";
import { Modal } from "../ui/modal.tsx";
import { Problem } from "../ui/parts.tsx";
import { CodeField } from "../second-factor/code-field.tsx";
import classes from "../second-factor/second-factor.module.css";

type Props = {
  title: string;
  action: string;
  text: string;
  /** A second factor is on. */
  asksCode: boolean;
  onClose(): void;
  onProved(proof: { password: string; code: string }): Promise<void>;
};

/** The password once more, and the code where a second factor is on: a screen left open is not its person. */
export function ProofDialog({ title, action, text, asksCode, onClose, onProved }: Props) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setError(null);
    try {
      await onProved({ password: String(form.get("password") ?? ""), code: String(form.get("code") ?? "") });
    } catch (failure) {
      setError(reasonOf(failure) ?? "The request failed.");
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <form className={classes.steps} onSubmit={(event) => void submit(event)}>
        <p>{text}</p>
        {error !== null && <Problem>{error}</Problem>}
        <PasswordInput
          label="Your password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          visibilityToggleButtonProps={{ "aria-label": "Show what you typed" }}
        />
        {asksCode && <CodeField description="Of your authenticator app, or a recovery code." />}
        <div className={classes.buttons} data-end>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" disabled={isBusy}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
