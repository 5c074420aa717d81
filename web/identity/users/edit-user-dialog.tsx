import { Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { Role } from "#contract/kernel/permissions.ts";
import type { User } from "#contract/identity/users.ts";
import { useMay, useUser } from "#web/kernel/session.tsx";
import { CompanyField } from "#web/kernel/company-scope/company-field.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { Email } from "#web/ui/email.tsx";
import { DialogForm } from "#web/ui/form.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { LostSecondFactor } from "./lost-second-factor.tsx";
import { NameFields, RoleField } from "./person-fields.tsx";
import { useSaveUser } from "./queries.ts";
import { WorkspaceChoice } from "./workspace-choice.tsx";
import classes from "./users-table.module.css";

type Props = { user: User; onClose(): void; onChangeAddress(): void };

export function EditUserDialog({ user, onClose, onChangeAddress }: Props) {
  const self = useUser();
  const [opened] = useState(user);
  const [person, setPerson] = useState({
    firstName: user.firstName,
    lastName: user.lastName,
    role: user.role,
    isActive: user.isActive,
  });
  const [workspaceIds, setWorkspaceIds] = useState(user.workspaceIds);
  const [companyId, setCompanyId] = useState(user.companyId);
  const [typed, setTyped] = useState("");
  const save = useSaveUser();
  const change = (part: Partial<typeof person>) => setPerson((all) => ({ ...all, ...part }));
  // a super admin has no company and no workspace; a former one joins a company
  const isSuper = person.role === "super_admin";
  const joins = user.companyId === null && !isSuper;
  const rises = user.companyId !== null && isSuper;
  const mayMakeSuperAdmin = useMay("super-admin:edit");
  // an examiner is invited on the record screen and can't be given another role
  const roles =
    user.role === "examiner"
      ? (["examiner"] as const)
      : Role.options.filter(
          (role) =>
            role !== "examiner" &&
            (role !== "super_admin" || mayMakeSuperAdmin || user.role === "super_admin"),
        );
  const submit = async () => {
    try {
      await save.mutateAsync({
        opened,
        values: {
          ...person,
          ...(joins && companyId !== null ? { companyId } : {}),
          ...(isSuper ? {} : { workspaceIds }),
        },
      });
      toast("User updated successfully");
      onClose();
    } catch (error) {
      toastError("Failed to update user", reasonOf(error));
    }
  };
  return (
    <Modal opened onClose={onClose} size="lg" title="Edit User">
      <DialogForm
        action="Save Changes"
        canSave={
          (!joins || (companyId !== null && workspaceIds.length > 0)) &&
          (!rises || typed.trim().toLowerCase() === user.email)
        }
        isSaving={save.isPending}
        onSave={() => void submit()}
        onCancel={onClose}
      >
        <p className={classes.address}>
          <Email address={user.email} />
          <Button size="compact-xs" onClick={onChangeAddress}>
            Change address
          </Button>
        </p>
        {user.id !== self.id && <LostSecondFactor user={user} />}
        <NameFields person={person} onChange={change} isFirst />
        <RoleField
          role={person.role}
          roles={roles.toReversed()}
          onChange={(role) => change({ role })}
          description={user.id === self.id ? "You can't change your own role." : undefined}
          disabled={user.id === self.id}
        />
        {joins && (
          <CompanyField
            companyId={companyId}
            onChoose={(company) => {
              setCompanyId(company);
              setWorkspaceIds([]);
            }}
          />
        )}
        {!isSuper && companyId !== null && (
          <WorkspaceChoice
            key={companyId}
            companyId={companyId}
            chosen={workspaceIds}
            onChange={setWorkspaceIds}
            known={user.workspaceIds.map((id, at) => ({ id, name: user.workspaceNames[at] ?? "" }))}
            required={joins}
          />
        )}
        {rises && (
          <>
            <p>
              A super admin can do everything in every company. This person leaves {user.companyName} and its
              workspaces.
            </p>
            <TextInput
              label={`Type ${user.email} to confirm`}
              required
              autoComplete="off"
              maxLength={254}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </>
        )}
        <Checkbox
          label="Active user"
          disabled={user.id === self.id}
          checked={person.isActive}
          onChange={(event) => change({ isActive: event.currentTarget.checked })}
        />
      </DialogForm>
    </Modal>
  );
}
