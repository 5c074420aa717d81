import { PasswordInput } from "@mantine/core";
import { Navigate, useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { useSession } from "#web/kernel/session.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Problem, Spinner } from "#web/ui/parts.tsx";
import { Secret } from "#web/ui/secret.tsx";
import { AccountCard } from "./account-card.tsx";
import { AddPasskey } from "#web/identity/second-factor/add-passkey.tsx";
import { CodeField } from "#web/identity/second-factor/code-field.tsx";
import { QrCode } from "#web/ui/qr-code.tsx";
import { RecoveryCodes } from "#web/identity/second-factor/recovery-codes.tsx";
import { useBeginSecondFactor, useConfirmSecondFactor } from "#web/identity/second-factor/queries.ts";
import classes from "#web/identity/second-factor/second-factor.module.css";

type Begun = { secret: string; address: string };

/** A passkey, or an app by password and first code; then the recovery codes. The only screen open to a user who must have a second factor and has none. */
export default function SetUpSecondFactor() {
  const { user, isLoading, refresh, signOut } = useSession();
  const navigate = useNavigate();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [way, setWay] = useState<"passkey" | "app" | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (isLoading) return <Spinner />;
  if (user === null) return <Navigate to="/login" replace />;
  if (user.mustChangePassword) return <Navigate to="/change-password" replace />;
  if (!user.hasAcceptedTerms || !user.hasAcceptedPrivacy) return <Navigate to="/dashboard" replace />;
  if (user.hasSecondFactor && codes === null) return <Navigate to="/account" replace />;
  const isAsked = user.mustSetUpSecondFactor;

  if (codes !== null) {
    const leave = async () => {
      await refresh();
      void navigate({ to: isAsked ? "/dashboard" : "/account" });
    };
    return (
      <AccountCard
        title="Save your recovery codes"
        lead="Each signs you in once if you don't have the app at hand. They are not shown again."
      >
        <RecoveryCodes codes={codes} onDone={() => void leave()} />
      </AccountCard>
    );
  }
  return (
    <AccountCard
      title="Set up two-step verification"
      lead={
        isAsked
          ? `${user.role === "super_admin" ? "Super admins need one" : "Your company requires one for administrators"}: besides your password, a passkey or a code from an app on your phone.`
          : "Besides your password, you'll use a passkey or a code from your phone when you sign in."
      }
    >
      {way === null ? (
        <ChooseWay onChoose={setWay} />
      ) : way === "passkey" ? (
        <AddPasskey onAdded={({ recoveryCodes }) => setCodes(recoveryCodes)} onBack={() => setWay(null)} />
      ) : begun === null ? (
        <AskPassword onBegun={setBegun} />
      ) : (
        <ConfirmCode begun={begun} onConfirmed={setCodes} />
      )}
      <div className={classes.leave}>
        {isAsked ? (
          <Button tone="quiet" onClick={() => void signOut()}>
            Logout
          </Button>
        ) : (
          <ButtonLink tone="quiet" to="/account">
            Not now
          </ButtonLink>
        )}
      </div>
    </AccountCard>
  );
}

function ChooseWay({ onChoose }: { onChoose(way: "passkey" | "app"): void }) {
  return (
    <div className={classes.ways}>
      <Button tone="primary" onClick={() => onChoose("passkey")}>
        Use a passkey
      </Button>
      <p>
        Your fingerprint, your face or a security key. Nothing to type, and of no use to a fake copy of this
        page.
      </p>
      <Button onClick={() => onChoose("app")}>Use an authenticator app</Button>
      <p>A six-digit code from an app on your phone.</p>
    </div>
  );
}

function AskPassword({ onBegun }: { onBegun(begun: Begun): void }) {
  const begin = useBeginSecondFactor();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password") ?? "");
    begin.mutate(password, { onSuccess: onBegun });
  };
  return (
    <form onSubmit={submit}>
      {begin.isError && <Problem>{reasonOf(begin.error)}</Problem>}
      <PasswordInput
        label="Your password"
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        autoFocus
        visibilityToggleButtonProps={{ "aria-label": "Show what you typed" }}
      />
      <Button tone="primary" type="submit" disabled={begin.isPending}>
        Continue
      </Button>
    </form>
  );
}

function ConfirmCode({ begun, onConfirmed }: { begun: Begun; onConfirmed(codes: string[]): void }) {
  const confirm = useConfirmSecondFactor();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code") ?? "");
    confirm.mutate(code, { onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes) });
  };
  return (
    <form onSubmit={submit}>
      <ol className={classes.steps}>
        <li>
          <p>1. Scan this with an authenticator app, or enter the key.</p>
          <QrCode text={begun.address} label="QR code for an authenticator app" />
        </li>
        <li className={classes.secret}>
          <Secret value={begun.secret.match(/.{1,4}/g)?.join(" ") ?? ""} label="Copy the key" />
        </li>
        <li>
          <p>2. Type the code that the app shows.</p>
          {confirm.isError && <Problem>{reasonOf(confirm.error)}</Problem>}
          <CodeField autoFocus />
        </li>
      </ol>
      <Button tone="primary" type="submit" disabled={confirm.isPending}>
        Turn on
      </Button>
    </form>
  );
}
