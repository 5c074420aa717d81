import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "#web/kernel/api.ts";
import { useUser } from "#web/kernel/session.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { CompanyField } from "#web/kernel/company-scope/company-field.tsx";
import { notificationPreferencesQuery } from "#web/notices/notifications/queries.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { DialogForm } from "#web/ui/form.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Problem } from "#web/ui/parts.tsx";
import { addingFailure } from "./adding-failure.ts";
import type { Invitation } from "./invitation-result.tsx";
import { EmailField, NameFields, RoleField } from "./person-fields.tsx";
import { useInviteUser } from "./queries.ts";
import { WorkspaceChoice } from "./workspace-choice.tsx";
import classes from "./workspace-choice.module.css";

type Props = { onClose(): void; onInvited(invitation: Invitation): void };

const invited = ["agent", "workspace_admin"] as const;

/** Add New User: an address, a role, at least one workspace, and for a super admin a company. */
export function AddUserDialog({ onClose, onInvited }: Props) {
  const self = useUser();
  const { companyId: shown, canChoose } = useCompany();
  const [person, setPerson] = useState({ email: "", firstName: "", lastName: "" });
  const [role, setRole] = useState<(typeof invited)[number]>("agent");
  const [companyId, setCompanyId] = useState<number | null>(canChoose ? (shown ?? null) : self.companyId);
  const [workspaceIds, setWorkspaceIds] = useState<number[]>([]);
  const invite = useInviteUser();
  const problems = invite.error instanceof ApiError ? invite.error.fields : {};
  const isTaken = reasonOf(invite.error)?.includes("already exists") === true;
  // in addition to the specification's general message: the server's own, unless a form field shows one
  const reason = Object.keys(problems).length === 0 && !isTaken ? reasonOf(invite.error) : undefined;
  const mail = useQuery(notificationPreferencesQuery);
  const [workspaceId] = workspaceIds;
  const change = (part: Partial<typeof person>) => setPerson((all) => ({ ...all, ...part }));
  const submit = async () => {
    if (workspaceId === undefined || companyId === null) return;
    const email = person.email.trim();
    try {
      const { message, emailSent, tempPassword } = await invite.mutateAsync({
        ...person,
        email,
        role,
        companyId,
        workspaceId,
        workspaceIds,
      });
      toast("User Added Successfully", message);
      onInvited({ email, emailSent, tempPassword });
    } catch (error) {
      // an error shown in the form needs no message about email
      if (!(error instanceof ApiError && error.code === "invalid"))
        toastError("Error Adding User", addingFailure(error));
    }
  };
  return (
    <Modal opened onClose={onClose} size="lg" title="Add New User">
      <DialogForm
        action="Add User"
        busy="Adding..."
        canSave={person.email.trim() !== "" && workspaceId !== undefined && companyId !== null}
        isSaving={invite.isPending}
        onSave={() => void submit()}
        onCancel={onClose}
      >
        <EmailField
          email={person.email}
          error={problems.email ?? (isTaken ? addingFailure(invite.error) : undefined)}
          onChange={(email) => change({ email })}
        />
        <NameFields person={person} onChange={change} />
        <RoleField role={role} roles={invited} onChange={setRole} required />
        {canChoose && (
          <CompanyField
            companyId={companyId}
            onChoose={(company) => {
              setCompanyId(company);
              setWorkspaceIds([]);
            }}
          />
        )}
        {companyId === null ? (
          <p className={classes.none}>Please select a company first</p>
        ) : (
          <WorkspaceChoice
            key={companyId}
            companyId={canChoose ? companyId : undefined}
            chosen={workspaceIds}
            onChange={setWorkspaceIds}
            required
          />
        )}
        {reason !== undefined && <Problem>{reason}</Problem>}
        <p className={classes.none}>
          An invitation email with a temporary password will be sent to the user.
        </p>
        {mail.data?.mailIsConfigured === false && (
          <p className={classes.noMail}>
            No mail server is set up: you'll see the password here and pass it on yourself.
          </p>
        )}
      </DialogForm>
    </Modal>
  );
}
