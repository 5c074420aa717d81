import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SecondFactor } from "#contract/identity/second-factor.ts";
import { useSession, useUser } from "#web/kernel/session.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { formatDate } from "#web/ui/format.ts";
import { Badge, Problem, Spinner } from "#web/ui/parts.tsx";
import { Section } from "#web/ui/section.tsx";
import { toast } from "#web/ui/toast.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { ProofDialog } from "#web/identity/proof/proof-dialog.tsx";
import { PasskeyList } from "#web/identity/second-factor/passkey-list.tsx";
import { RecoveryCodes } from "#web/identity/second-factor/recovery-codes.tsx";
import {
  secondFactorQuery,
  useRemoveSecondFactor,
  useRenewRecoveryCodes,
} from "#web/identity/second-factor/queries.ts";
import classes from "#web/identity/second-factor/second-factor.module.css";

/** The second factor's status, and the buttons to turn it on and off. */
export function SecondFactorSection() {
  const factor = useQuery(secondFactorQuery);
  return (
    <Section
      isSheet
      title="Two-step verification"
      action={
        factor.data && (
          <Badge tone={factor.data.isOn ? "ok" : "plain"}>{factor.data.isOn ? "On" : "Off"}</Badge>
        )
      }
    >
      <div className={classes.state}>
        {factor.isError ? (
          <Problem onRetry={() => void factor.refetch()}>{factor.error.message}</Problem>
        ) : factor.data === undefined ? (
          <Spinner />
        ) : factor.data.isOn ? (
          <SwitchedOn factor={factor.data} />
        ) : (
          <>
            <p>Besides your password, you'll use a passkey or a code from your phone when you sign in.</p>
            <ButtonLink to="/second-factor">Set up</ButtonLink>
          </>
        )}
      </div>
    </Section>
  );
}

function SwitchedOn({ factor }: { factor: SecondFactor }) {
  const { refresh } = useSession();
  const user = useUser();
  const [asking, setAsking] = useState<"renew" | "remove" | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const renew = useRenewRecoveryCodes();
  const remove = useRemoveSecondFactor();
  const left = factor.recoveryCodesLeft;
  return (
    <>
      <p>
        On since {factor.since === null ? "today" : formatDate(factor.since)}.{" "}
        {left === 1 ? "One recovery code is" : `${left} recovery codes are`} left.
        {factor.isRequired &&
          (user.role === "super_admin"
            ? " Super admins need it."
            : " Your company requires it for administrators.")}
      </p>
      <div className={classes.buttons}>
        <PasskeyList passkeys={factor.passkeys} />
        <Button onClick={() => setAsking("renew")}>New recovery codes</Button>
        <Button tone="quiet" onClick={() => setAsking("remove")}>
          Turn off
        </Button>
      </div>
      {asking === "renew" && (
        <ProofDialog
          asksCode
          title="New recovery codes"
          action="Make new codes"
          text="The codes you have saved stop working."
          onClose={() => setAsking(null)}
          onProved={async (proof) => {
            setCodes((await renew.mutateAsync(proof)).recoveryCodes);
            setAsking(null);
          }}
        />
      )}
      {asking === "remove" && (
        <ProofDialog
          asksCode
          title="Turn off two-step verification"
          action="Turn off"
          text={
            factor.isRequired
              ? `${user.role === "super_admin" ? "Super admins need one" : "Your company requires one"}: you'll set up a new one next.`
              : "Then your password alone signs you in. You are signed out everywhere else."
          }
          onClose={() => setAsking(null)}
          onProved={async (proof) => {
            await remove.mutateAsync(proof);
            setAsking(null);
            toast("Two-step verification turned off");
            await refresh();
          }}
        />
      )}
      <Modal opened={codes !== null} onClose={() => setCodes(null)} title="Save your recovery codes">
        <p>Each signs you in once if you don't have the app at hand. They are not shown again.</p>
        {codes !== null && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      </Modal>
    </>
  );
}
