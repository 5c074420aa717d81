import type { User } from "#contract/identity/users.ts";
import { useUser } from "#web/kernel/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Secret } from "#web/ui/secret.tsx";
import { toastError } from "#web/ui/toast.tsx";
import { useRevealTempPassword } from "./queries.ts";
import classes from "./users-table.module.css";

/** '(New)' while a temporary password is unused. Only admins of that company may look, and the audit trail records each time they do. */
export function TempPassword({ user }: { user: User }) {
  const self = useUser();
  const reveal = useRevealTempPassword();
  if (!user.hasTempPassword) return "-";
  const show = () => reveal.mutate(user.id, { onError: (error) => toastError("Error", reasonOf(error)) });
  return (
    <span className={classes.temp}>
      <span>(New)</span>
      {reveal.data !== undefined && (
        <Secret value={reveal.data.tempPassword} label={`Copy the temporary password of ${user.email}`} />
      )}
      {reveal.data === undefined && self.companyId === user.companyId && (
        <Button
          size="compact-xs"
          loading={reveal.isPending}
          aria-label={`Show the temporary password of ${user.email}`}
          title="Viewing is logged"
          onClick={show}
        >
          Show
        </Button>
      )}
    </span>
  );
}
