import { useState } from "react";
import type { User } from "#contract/users.ts";
import { removeLostSecondFactor } from "#contract/users.ts";
import { callApi } from "../api.ts";
import { Button } from "../ui/button.tsx";
import { reasonOf, useChange } from "../ui/change.ts";
import { Confirm } from "../ui/confirm.tsx";
import { toast, toastError } from "../ui/toast.tsx";

/** For a person whose phone and recovery codes are gone. */
export function LostSecondFactor({ user }: { user: User }) {
  const [isAsking, setAsking] = useState(false);
  const [isGone, setGone] = useState(false);
  const remove = useChange(() => callApi(removeLostSecondFactor, { id: user.id }), [["users"]]);
  if (!user.hasSecondFactor || isGone) return null;
  const confirm = async () => {
    try {
      await remove.mutateAsync(undefined);
      toast("Second factor removed");
      setGone(true);
    } catch (error) {
      toastError("Failed to remove the second factor", reasonOf(error));
    }
    setAsking(false);
  };
  return (
    <div>
      <Button size="xs" onClick={() => setAsking(true)}>
        Remove lost second factor
      </Button>
      <Confirm
        opened={isAsking}
        question="Remove this person's second factor?"
        action="Remove"
        onClose={() => setAsking(false)}
        onConfirm={confirm}
      >
        <p>
          {user.email} is signed out everywhere and can then sign in with the password alone. Make sure that
          it is this person who asked you.
        </p>
      </Confirm>
    </div>
  );
}
