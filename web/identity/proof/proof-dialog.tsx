import { PasswordInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { Problem } from "#web/ui/parts.tsx";
import { CodeField } from "#web/identity/second-factor/code-field.tsx";
import {
  answerWithPasskey,
  secondFactorQuery,
  type SecondFactorAnswer,
} from "#web/identity/second-factor/queries.ts";
import classes from "#web/identity/second-factor/second-factor.module.css";

type Props = {
  title: string;
  action: string;
  text: string;
  /** A second factor is on. */
  asksCode: boolean;
  onClose(): void;
  onProved(proof: { password: string } & SecondFactorAnswer): Promise<void>;
};

/** Asks for the password again, and the second factor if one is on: an unattended screen doesn't prove identity. */
export function ProofDialog({ title, action, text, asksCode, onClose, onProved }: Props) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const factor = useQuery({ ...secondFactorQuery, enabled: asksCode });
  const hasPasskeys = (factor.data?.passkeys.length ?? 0) > 0;
  const prove = async (answer: (form: FormData) => Promise<SecondFactorAnswer>) => {
    if (form.current === null) return;
    const given = new FormData(form.current);
    const password = String(given.get("password") ?? "");
    if (password === "") {
      setError("Enter your password.");
      return;
    }
    setBusy(true);
    setError(null);
    try {
      await onProved({ password, ...(await answer(given)) });
    } catch (failure) {
      setError(reasonOf(failure) ?? "The request failed.");
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        ref={form}
        className={classes.steps}
        onSubmit={(event) => {
          event.preventDefault();
          void prove((given) => Promise.resolve(asksCode ? { code: String(given.get("code") ?? "") } : {}));
        }}
      >
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
        {asksCode && <CodeField description="From your authenticator app, or a recovery code." />}
        {hasPasskeys && (
          <Button disabled={isBusy} onClick={() => void prove(answerWithPasskey)}>
            Use a passkey instead of a code
          </Button>
        )}
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
