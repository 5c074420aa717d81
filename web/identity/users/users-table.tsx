import { MailPlus, Pencil, UserX } from "lucide-react";
import { useMemo, useState } from "react";
import type { User } from "#contract/identity/users.ts";
import { useMay, useUser } from "#web/kernel/session.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { Email, EmailLine } from "#web/ui/email.tsx";
import { formatDate } from "#web/ui/format.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Badge } from "#web/ui/parts.tsx";
import type { Selection } from "#web/ui/selection.ts";
import { SelectRow } from "#web/ui/selection-bar.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import type { Invitation } from "./invitation-result.tsx";
import { roleNames } from "./role-names.ts";
import { TempPassword } from "./temp-password.tsx";
import { useDeactivateUser, useReinviteUser } from "./queries.ts";
import cells from "#web/ui/table-cells.module.css";
import classes from "./users-table.module.css";

type Props = {
  users: User[];
  selection: Selection<User>;
  sort: string;
  onSort(sort: string): void;
  onEdit(user: User): void;
  onInvited(invitation: Invitation): void;
  isBusy: boolean;
  answers: string;
};

const idOf = (user: User) => user.id;

export function UsersTable({ users, selection, sort, onSort, onEdit, onInvited, isBusy, answers }: Props) {
  const self = useUser();
  const canChoose = useMay("company:choose");
  const [leaving, setLeaving] = useState<User | null>(null);
  const [returning, setReturning] = useState<User | null>(null);
  const deactivate = useDeactivateUser();
  const reinvite = useReinviteUser();
  const columns = useMemo(
    (): Column<User>[] => [
      {
        label: "User",
        sort: "user",
        phone: "title",
        render: (user) => <Person user={user} selection={selection} />,
      },
      {
        label: "Role",
        sort: "role",
        phone: "fact",
        render: (user) => <span className={cells.nowrap}>{roleNames[user.role]}</span>,
      },
      ...(canChoose
        ? [
            {
              label: "Company",
              sort: "company",
              wraps: true,
              render: (user: User) => (
                <span className={classes.clamped} title={user.companyName ?? undefined}>
                  {user.companyName ?? "-"}
                </span>
              ),
            },
          ]
        : []),
      { label: "Workspace", render: (user) => <WorkspaceNames names={user.workspaceNames} /> },
      {
        label: "Status",
        sort: "status",
        phone: "fact",
        render: (user) => (
          <Badge tone={user.isActive ? "ok" : "plain"}>{user.isActive ? "Active" : "Inactive"}</Badge>
        ),
      },
      { label: "Temp Password", render: (user) => <TempPassword user={user} /> },
      {
        label: "Last Login",
        sort: "lastLogin",
        render: (user) => (
          <span className={cells.nowrap}>
            {user.lastLogin === null ? "Never" : formatDate(user.lastLogin)}
          </span>
        ),
      },
      {
        label: "Actions",
        phone: "actions",
        render: (user) => (
          <div className={cells.icons}>
            <IconButton icon={Pencil} label={`Edit ${user.email}`} onClick={() => onEdit(user)} />
            {user.isActive && user.id !== self.id && (
              <IconButton icon={UserX} label={`Deactivate ${user.email}`} onClick={() => setLeaving(user)} />
            )}
            {user.isActive && user.mustChangePassword && user.companyId !== null && (
              <IconButton
                icon={MailPlus}
                label={`Invite ${user.email} again`}
                onClick={() => setReturning(user)}
              />
            )}
          </div>
        ),
      },
    ],
    [self, selection, canChoose, onEdit],
  );
  const confirmLeaving = async () => {
    if (leaving === null) return;
    try {
      await deactivate.mutateAsync(leaving.id);
      toast("User deactivated successfully");
      setLeaving(null);
    } catch (error) {
      toastError("Failed to deactivate user", reasonOf(error));
    }
  };
  const confirmReturning = async () => {
    if (returning === null) return;
    try {
      const { emailSent, tempPassword } = await reinvite.mutateAsync(returning.id);
      onInvited({ email: returning.email, emailSent, tempPassword });
      setReturning(null);
    } catch (error) {
      toastError("Failed to invite user. Please try again.", reasonOf(error));
    }
  };
  return (
    <>
      <DataTable
        label="Users"
        columns={columns}
        rows={users}
        keyOf={idOf}
        sort={sort}
        onSort={onSort}
        isBusy={isBusy}
        answers={answers}
      />
      <Confirm
        opened={leaving !== null}
        question="Are you sure you want to deactivate this user?"
        action="Deactivate"
        onClose={() => setLeaving(null)}
        onConfirm={confirmLeaving}
      >
        <p>
          {leaving?.email} will be signed out immediately and can no longer sign in. Past questions stay on
          record; you can reactivate the account under Edit.
        </p>
      </Confirm>
      <Confirm
        opened={returning !== null}
        question="Invite this user again?"
        action="Invite again"
        onClose={() => setReturning(null)}
        onConfirm={confirmReturning}
      >
        <p>{returning?.email} gets a new temporary password. The earlier one stops working.</p>
      </Confirm>
    </>
  );
}

function Person({ user, selection }: { user: User; selection: Selection<User> }) {
  const name = `${user.firstName} ${user.lastName}`.trim();
  return (
    <div className={classes.select}>
      <SelectRow selection={selection} row={user} name={user.email} />
      <div className={classes.person}>
        {name !== "" && <p className={cells.name}>{name}</p>}
        <p className={name === "" ? cells.name : cells.quiet}>
          {name === "" ? <Email address={user.email} /> : <EmailLine address={user.email} />}
        </p>
      </div>
    </div>
  );
}

/** The primary workspace, and the number of others. */
function WorkspaceNames({ names }: { names: string[] }) {
  const [primary, ...others] = names;
  if (primary === undefined) return "-";
  return (
    <>
      <span className={classes.clamped} title={primary}>
        {primary}
      </span>
      {others.length > 0 && (
        <p className={cells.quiet} title={others.join(", ")}>
          and {others.length} more
        </p>
      )}
    </>
  );
}
