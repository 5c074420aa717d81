import { useState } from "react";
import { removeLostSecondFactor, type User } from "#contract/identity/users.ts";
import { callApi } from "#web/kernel/api.ts";
import { Button } from "#web/ui/button.tsx";
import { reasonOf, useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";
import { toast, toastError } from "#web/ui/toast.tsx";
import classes from "./lost-second-factor.module.css";

/** For a person who lost phone and recovery codes. Asks in place: a dialog over a dialog has no way back. */
export function LostSecondFactor({ user }: { user: User }) {
  const [isAsking, setAsking] = useState(false);
  const [isGone, setGone] = useState(false);
  const remove = useInvalidatingMutation(() => callApi(removeLostSecondFactor, { id: user.id }), [["users"]]);
  if (!user.hasSecondFactor || isGone) return null;
  const confirm = async () => {
    try {
      await remove.mutateAsync(undefined);
      toast("Two-step verification removed");
      setGone(true);
    } catch (error) {
      toastError("Failed to remove two-step verification", reasonOf(error));
    }
  };
  if (!isAsking) {
    return (
      <div>
        <Button size="xs" onClick={() => setAsking(true)}>
          Remove two-step verification
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.asked} role="group" aria-label="Remove two-step verification">
      <p>
        {user.email} is signed out everywhere and can then sign in with the password alone. Make sure that
        this person is really the one asking.
      </p>
      <div className={classes.buttons}>
        <Button size="xs" onClick={() => setAsking(false)}>
          Keep it
        </Button>
        <Button size="xs" tone="danger" loading={remove.isPending} onClick={() => void confirm()}>
          Remove
        </Button>
      </div>
    </div>
  );
}
