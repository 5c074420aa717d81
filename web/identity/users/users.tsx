import { useQuery } from "@tanstack/react-query";
import { FileUp, UserPlus } from "lucide-react";
import { useCallback, useState } from "react";
import { Role } from "#contract/kernel/permissions.ts";
import type { User } from "#contract/identity/users.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import { useResultKey } from "#web/ui/result-key.ts";
import { Button } from "#web/ui/button.tsx";
import { SaveSpreadsheet } from "#web/ui/save-spreadsheet.tsx";
import { ChoiceFilter } from "#web/ui/choice-filter.tsx";
import { FilterBar } from "#web/ui/filter-bar.tsx";
import { Empty } from "#web/ui/parts.tsx";
import { PagedList } from "#web/ui/paged-list.tsx";
import { mostSelected, useSelection } from "#web/ui/selection.ts";
import { SelectionBar } from "#web/ui/selection-bar.tsx";
import { AddUserDialog } from "./add-user-dialog.tsx";
import { ChangeAddressDialog } from "./change-address-dialog.tsx";
import { EditUserDialog } from "./edit-user-dialog.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { InvitationResult, type Invited } from "./invitation-result.tsx";
import { workspaceQuery } from "#web/identity/workspaces/queries.ts";
import { roleNames } from "./role-names.ts";
import { allUsers, usersQuery } from "./queries.ts";
import { usersTable } from "./users-table-file.ts";
import { UsersBatch } from "./users-batch.tsx";
import { UsersTable } from "./users-table.tsx";

const idOf = (user: User) => user.id;
const pageSize = 25;
const filterNames = ["q", "role", "state", "workspace"];

const roleOptions = [
  { value: "", label: "All Roles" },
  ...Role.options.map((role) => ({ value: role, label: roleNames[role] })),
];

const states = {
  active: { label: "Active", who: { isActive: "true", hasSignedIn: "true" } },
  invited: { label: "Invited", who: { isActive: "true", hasSignedIn: "false" } },
  inactive: { label: "Inactive", who: { isActive: "false" } },
};

const stateOptions = [
  { value: "", label: "All States" },
  ...Object.entries(states).map(([value, { label }]) => ({ value, label })),
];

/** User Management: the product's users, with their roles and workspaces. */
export default function Users() {
  const { companyId } = useCompany();
  const address = useSearchParams();
  const { open } = address;
  const onEdit = useCallback((user: User) => open({ edit: user.id }), [open]);
  const [isAdding, setAdding] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const [invited, setInvited] = useState<Invited | null>(null);
  const [readdressed, setReaddressed] = useState<User | null>(null);
  const selection = useSelection(idOf);
  const page = address.number("page") ?? 1;
  const workspaceId = address.number("workspace");
  const workspace = useQuery({ ...workspaceQuery(workspaceId ?? 0), enabled: workspaceId !== undefined });
  const state = Object.entries(states).find(([name]) => name === address.text("state"))?.[1];
  const filters = {
    companyId,
    workspaceId,
    ...state?.who,
    search: address.text("q"),
    role: Role.safeParse(address.text("role")).data,
    sort: address.text("sort") || "-createdAt",
  };
  const isFiltered = filterNames.some((name) => address.text(name) !== "");
  const asked = usersQuery({ ...filters, page, pageSize });
  const users = useQuery(asked);
  const answers = useResultKey(asked.queryKey, users.isPlaceholderData);
  const edited = users.data?.rows.find((user) => user.id === address.number("edit"));
  return (
    <>
      <FilterBar
        label="Filter the users"
        search={{ label: "Search users by email or name", placeholder: "Search users" }}
        names={filterNames}
        pinned={
          <>
            <ChoiceFilter label="Role" name="role" options={roleOptions} isLabelHidden />
            <ChoiceFilter label="State" name="state" options={stateOptions} isLabelHidden />
          </>
        }
        active={
          workspaceId === undefined
            ? []
            : [
                {
                  label: "Workspace",
                  text: workspace.data?.name ?? String(workspaceId),
                  names: ["workspace"],
                },
              ]
        }
        end={
          <>
            <SaveSpreadsheet name="users" table={async () => usersTable(await allUsers(filters))}>
              Export CSV
            </SaveSpreadsheet>
            <Button leftSection={<FileUp size={15} aria-hidden />} onClick={() => setImporting(true)}>
              Import CSV
            </Button>
            <Button
              tone="primary"
              leftSection={<UserPlus size={16} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              Add User
            </Button>
          </>
        }
      />
      <PagedList
        things="users"
        list={users}
        page={page}
        pageSize={pageSize}
        empty={
          <Empty>
            {isFiltered ? "No users found matching your criteria" : "No users yet. Add the first one."}
          </Empty>
        }
      >
        {(rows, isBusy) => (
          <>
            <SelectionBar
              things="users"
              selection={selection}
              shown={rows}
              total={users.data?.total ?? 0}
              onAll={() => allUsers(filters, mostSelected)}
            >
              <UsersBatch selection={selection} />
            </SelectionBar>
            <UsersTable
              users={rows}
              selection={selection}
              sort={filters.sort}
              onSort={(sort) => address.refine({ sort, page: undefined })}
              onEdit={onEdit}
              onInvited={(invitation) => setInvited({ invitations: [invitation], refused: [] })}
              isBusy={isBusy}
              answers={answers}
            />
          </>
        )}
      </PagedList>
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
      {isAdding && (
        <AddUserDialog
          onClose={() => setAdding(false)}
          onInvited={(result) => {
            setAdding(false);
            if (!result.emailSent) setInvited({ invitations: [result], refused: [] });
          }}
        />
      )}
      {edited !== undefined && (
        <EditUserDialog
          key={edited.id}
          user={edited}
          onClose={() => address.open({ edit: undefined })}
          onChangeAddress={() => {
            setReaddressed(edited);
            address.open({ edit: undefined });
          }}
        />
      )}
      {readdressed !== null && (
        <ChangeAddressDialog user={readdressed} onClose={() => setReaddressed(null)} />
      )}
      {invited !== null && <InvitationResult invited={invited} onClose={() => setInvited(null)} />}
    </>
  );
}
