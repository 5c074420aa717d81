import { useUser } from "#web/kernel/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog-actions.tsx";
import { Secret } from "#web/ui/secret.tsx";
import { Modal } from "#web/ui/modal.tsx";
import classes from "./invitation-result.module.css";

export type Invitation = { email: string; emailSent: boolean; tempPassword: string | null };

/** What became of the addresses of one dialog. */
export type Invited = { invitations: Invitation[]; refused: { email: string; reason: string }[] };

type Props = { invited: Invited; who?: "User" | "Examiner"; onClose(): void };

/** The outcome of invitations: sent by email, or temporary passwords to hand over, shown only once. */
export function InvitationResult({ invited, who = "User", onClose }: Props) {
  const { invitations, refused } = invited;
  const mailed = invitations.filter(({ emailSent }) => emailSent);
  const shown = invitations.filter(({ tempPassword }) => tempPassword !== null);
  // a super admin belongs to no company and can't look again (web/identity/users/temp-password.tsx)
  const mayShowAgain = useUser().companyId !== null;
  return (
    <Modal
      opened
      onClose={onClose}
      // an accidental click must not close something shown only once
      closeOnClickOutside={shown.length === 0}
      title={titleOf(invitations, who)}
    >
      {refused.length > 0 && (
        <section aria-label="Not invited">
          <p>
            {refused.length === 1
              ? "One address was not invited:"
              : `${refused.length} addresses were not invited:`}
          </p>
          <ul className={classes.people}>
            {refused.map(({ email, reason }) => (
              <li key={email}>
                {email}: <span>{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {mailed.length === 1 && <p>The invitation was sent by email to {mailed[0]?.email}.</p>}
      {mailed.length > 1 && (
        <>
          <p>{mailed.length} invitations were sent by email:</p>
          <ul className={classes.people}>
            {mailed.map(({ email }) => (
              <li key={email}>{email}</li>
            ))}
          </ul>
        </>
      )}
      {shown.length > 0 && (
        <>
          <p>
            No email could be sent.{" "}
            {shown.length === 1
              ? "Share the temporary password securely."
              : "Share the temporary passwords securely, each with its own person."}
          </p>
          {shown.map(({ email, tempPassword }) => (
            <dl key={email} className={classes.facts}>
              <div>
                <dt>Email</dt>
                <dd>{email}</dd>
              </div>
              <div>
                <dt>Sign in at</dt>
                <dd>{signInAddress()}</dd>
              </div>
              <div>
                <dt>Temporary password</dt>
                <dd>
                  {tempPassword !== null && (
                    <Secret
                      value={tempPassword}
                      // the recipient needs all three
                      copied={[
                        `Sign in at: ${signInAddress()}`,
                        `Email: ${email}`,
                        `Temporary password: ${tempPassword}`,
                      ].join("\n")}
                      label={
                        shown.length === 1
                          ? "Copy the address, email and temporary password"
                          : `Copy the address and temporary password of ${email}`
                      }
                    />
                  )}
                </dd>
              </div>
            </dl>
          ))}
          <p className={classes.warning}>
            {mayShowAgain
              ? "You can show it again in the users table until it is used; every viewing is logged."
              : shown.length === 1
                ? "This password is shown only once."
                : "These passwords are shown only once."}{" "}
            {shown.length === 1 ? "It works" : "Each works"} once within 7 days; they'll set their own.
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

const signInAddress = () => `${location.origin}/login`;

function titleOf(invitations: Invitation[], who: string): string {
  const isMailed = invitations.every(({ emailSent }) => emailSent);
  if (invitations.length === 1) return isMailed ? "Invitation sent" : `${who} invited`;
  return isMailed
    ? `${invitations.length} invitations sent`
    : `${invitations.length} ${who.toLowerCase()}s invited`;
}
