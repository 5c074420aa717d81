import { CopyButton } from "@mantine/core";
import { useState } from "react";
import type { SignOnProvider } from "#contract/identity/sign-on.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Badge } from "#web/ui/parts.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { useChangeSamlKey } from "./queries.ts";
import { Ends } from "./saml-facts.tsx";
import classes from "./sign-on.module.css";

type Props = { companyId: number | undefined; provider: SignOnProvider & { protocol: "saml" } };
type Step = "make" | "use" | "remove";

const done: Record<Step, string> = {
  make: "Key made",
  use: "Requests are now signed with the new key",
  remove: "Key removed",
};

/** Our keys, for providers that take signed requests only or encrypt assertions. */
export function SamlKeys({ companyId, provider: { keys, name } }: Props) {
  const change = useChangeSamlKey();
  const [isRemoving, setRemoving] = useState(false);
  const isWaiting = keys.some(({ isInUse }) => !isInUse);
  const take = async (step: Step) => {
    try {
      await change.mutateAsync({ companyId, step });
      toast(done[step]);
      setRemoving(false);
    } catch (failure) {
      toastError("The keys were not changed", reasonOf(failure));
    }
  };
  return (
    <div className={classes.keys}>
      <h3>Signed requests and encrypted assertions</h3>
      {keys.length === 0 && (
        <p>
          Some providers require them. Make a key, enter its certificate at your provider, then use the key.
        </p>
      )}
      <ul className={classes.certificates}>
        {keys.map(({ pem, fingerprint, endsAt, isInUse }) => (
          <li key={fingerprint}>
            <code>{fingerprint}</code>{" "}
            <Badge tone={isInUse ? "ok" : "plain"}>{isInUse ? "Signs requests" : "Not used yet"}</Badge>{" "}
            <Ends at={endsAt} />{" "}
            <CopyButton value={pem}>
              {({ copied, copy }) => (
                <Button size="compact-xs" onClick={copy}>
                  {copied ? "Copied" : "Copy certificate"}
                </Button>
              )}
            </CopyButton>
          </li>
        ))}
      </ul>
      {isWaiting && (
        <p>
          Enter the new certificate at your provider, for signatures and for encryption, or let it read our
          metadata again. Then use the key. Assertions encrypted for it are already read.
        </p>
      )}
      <div className={classes.buttons}>
        {isWaiting ? (
          <Button tone="primary" disabled={change.isPending} onClick={() => void take("use")}>
            Use the new key
          </Button>
        ) : (
          <Button disabled={change.isPending} onClick={() => void take("make")}>
            {keys.length === 0 ? "Make a key" : "Make the next key"}
          </Button>
        )}
        {keys.length > 0 && (
          <Button tone="quiet" disabled={change.isPending} onClick={() => setRemoving(true)}>
            {isWaiting ? "Remove the new key" : "Remove the key"}
          </Button>
        )}
      </div>
      <Confirm
        opened={isRemoving}
        question={isWaiting ? "Remove the new key?" : "Remove the key?"}
        action="Remove"
        onClose={() => setRemoving(false)}
        onConfirm={() => take("remove")}
      >
        <p>
          {isWaiting
            ? `Assertions that ${name} encrypts for it will be refused.`
            : `Requests will no longer be signed, and encrypted assertions of ${name} will be refused.`}
        </p>
      </Confirm>
    </div>
  );
}
