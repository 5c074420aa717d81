import { useUser } from "#web/kernel/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog-actions.tsx";
import { Secret } from "#web/ui/secret.tsx";
import { Modal } from "#web/ui/modal.tsx";
import classes from "./invitation-result.module.css";

export type Invitation = { email: string; emailSent: boolean; tempPassword: string | null };

type Props = { invitation: Invitation; who?: "User" | "Examiner"; onClose(): void };

/** An invitation's outcome: sent by email, or a temporary password to hand over, shown only once. */
export function InvitationResult({ invitation, who = "User", onClose }: Props) {
  const { email, emailSent, tempPassword } = invitation;
  // a super admin belongs to no company and can't look again (web/identity/users/temp-password.tsx)
  const mayShowAgain = useUser().companyId !== null;
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      // an accidental click must not close something shown only once
      closeOnClickOutside={tempPassword === null}
      title={emailSent ? "Invitation sent" : `${who} invited`}
    >
      {emailSent ? (
        <p>The invitation was sent by email to {email}.</p>
      ) : (
        <>
          <p>No email could be sent. Share the temporary password securely.</p>
          <dl className={classes.facts}>
            <div>
              <dt>Email</dt>
              <dd>{email}</dd>
            </div>
            <div>
              <dt>Temporary password</dt>
              <dd>
                {tempPassword !== null && <Secret value={tempPassword} label="Copy the temporary password" />}
              </dd>
            </div>
          </dl>
          <p className={classes.warning}>
            {mayShowAgain
              ? "You can show it again in the users table until it is used; every viewing is logged."
              : "This password is shown only once."}{" "}
            It works once within 7 days; they'll set their own.
          </p>
        </>
      )}
      <DialogActions>
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Modal>
  );
}
