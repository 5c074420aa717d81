import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import type { Company } from "#contract/identity/companies.ts";
import type { Workspace } from "#contract/identity/workspaces.ts";
import { EmailField } from "#web/identity/users/person-fields.tsx";
import type { Invitation } from "#web/identity/users/invitation-result.tsx";
import { useInviteUser } from "#web/identity/users/queries.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { failureText } from "#web/ui/failure-text.ts";
import { DialogForm } from "#web/ui/form.tsx";
import { Problem } from "#web/ui/parts.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { RemoteSelect } from "#web/ui/remote-select.tsx";
import { workspaceSource } from "#web/identity/workspaces/queries.ts";

type Props = { company: Company; onClose(): void; onInvited(invitation: Invitation): void };

/** Invite User: an address, a role and a workspace. */
export default function InviteDialog({ company, onClose, onInvited }: Props) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<"agent" | "workspace_admin">("agent");
  const [workspace, setWorkspace] = useState<Workspace | null>(null);
  const invite = useInviteUser();
  // awaited, to show the password even if the dialog was closed by then
  const submit = async () => {
    if (workspace === null) return;
    const address = email.trim();
    try {
      const { emailSent, tempPassword } = await invite.mutateAsync({
        email: address,
        role,
        companyId: company.id,
        workspaceId: workspace.id,
      });
      onInvited({ email: address, emailSent, tempPassword });
    } catch (error) {
      // shown in place, below the fields
      console.warn("invitation failed", error);
    }
  };
  return (
    <Modal opened onClose={onClose} title="Invite User">
      <DialogForm
        action="Send Invitation"
        busy="Sending..."
        canSave={email.trim() !== "" && workspace !== null}
        isSaving={invite.isPending}
        onSave={() => void submit()}
        onCancel={onClose}
      >
        <EmailField email={email} onChange={setEmail} />
        <NativeSelect
          label="Role"
          value={role}
          onChange={(event) => setRole(event.currentTarget.value === "agent" ? "agent" : "workspace_admin")}
          data={[
            { value: "agent", label: "Agent" },
            { value: "workspace_admin", label: "Workspace Admin" },
          ]}
        />
        <RemoteSelect
          label="Workspace"
          required
          placeholder="Select a workspace"
          empty="Create a workspace first"
          source={workspaceSource(company.id)}
          chosen={workspace === null ? null : { id: workspace.id, label: workspace.name }}
          onChoose={setWorkspace}
        />
        {invite.isError && <Problem>{invitingFailure(invite.error)}</Problem>}
      </DialogForm>
    </Modal>
  );
}

/** Retrying doesn't help with a taken address: that sentence is shown alone. */
function invitingFailure(failure: unknown): string {
  return reasonOf(failure)?.includes("already exists") === true
    ? "A user with this email already exists."
    : failureText("Failed to invite user. Please try again.", failure);
}
