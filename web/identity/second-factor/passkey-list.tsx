import { useState } from "react";
import type { Passkey } from "#contract/kernel/passkeys.ts";
import { Button } from "#web/ui/button.tsx";
import { formatDate } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { AddPasskey } from "./add-passkey.tsx";
import { useRemovePasskey } from "./queries.ts";
import classes from "./second-factor.module.css";

/** The user's passkeys, and adding one to an active second factor. */
export function PasskeyList({ passkeys }: { passkeys: Passkey[] }) {
  const [isAdding, setAdding] = useState(false);
  const remove = useRemovePasskey();
  const take = (passkey: Passkey) =>
    remove.mutate(passkey.id, {
      onSuccess: () => toast(`“${passkey.name}” no longer signs you in`),
      onError: (error) => toastError("The passkey was not removed", reasonOf(error)),
    });
  return (
    <>
      {passkeys.length > 0 && (
        <ul className={classes.passkeys} aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <span>
                <strong>{passkey.name}</strong>
                <span>
                  Added {formatDate(passkey.createdAt)}
                  {passkey.lastUsedAt === null
                    ? ", not used yet"
                    : `, last used ${formatDate(passkey.lastUsedAt)}`}
                </span>
              </span>
              <Button
                tone="quiet"
                disabled={remove.isPending}
                aria-label={`Remove ${passkey.name}`}
                onClick={() => take(passkey)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button onClick={() => setAdding(true)}>Add a passkey</Button>
      <Modal opened={isAdding} onClose={() => setAdding(false)} title="Add a passkey">
        <AddPasskey
          onBack={() => setAdding(false)}
          onAdded={({ passkey }) => {
            setAdding(false);
            toast(`“${passkey.name}” added`);
          }}
        />
      </Modal>
    </>
  );
}
