import { useState } from "react";
import {
  deactivateUser,
  listWorkspaceAssignments,
  setWorkspaceAssignments,
  updateUser,
  type User,
} from "#contract/identity/users.ts";
import type { Workspace } from "#contract/identity/workspaces.ts";
import { callApi } from "#web/kernel/api.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { BatchDialog } from "#web/ui/batch-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { SaveSpreadsheet } from "#web/ui/save-spreadsheet.tsx";
import { formatCount } from "#web/ui/format.ts";
import type { Selection } from "#web/ui/selection.ts";
import { WorkspaceSelect } from "#web/identity/workspaces/workspace-select.tsx";
import { displayName } from "./person-name.ts";
import { stale } from "./queries.ts";
import { usersTable } from "./users-table-file.ts";

type Act = "deactivate" | "activate" | "assign";

/** What can be done with the chosen people at once. */
export function UsersBatch({ selection }: { selection: Selection<User> }) {
  const [act, setAct] = useState<Act | null>(null);
  const { rows } = selection;
  const close = (isDone: boolean) => {
    setAct(null);
    // their rows are old by now
    if (isDone) selection.clear();
  };
  return (
    <>
      <Button size="compact-sm" onClick={() => setAct("deactivate")}>
        Deactivate
      </Button>
      <Button size="compact-sm" onClick={() => setAct("activate")}>
        Reactivate
      </Button>
      <Button size="compact-sm" onClick={() => setAct("assign")}>
        Add to a workspace
      </Button>
      <SaveSpreadsheet name="users" size="compact-sm" table={() => usersTable(rows)}>
        Export selected
      </SaveSpreadsheet>
      {(act === "deactivate" || act === "activate") && (
        <Switching rows={rows} isOn={act === "activate"} onClose={close} />
      )}
      {act === "assign" && <Assigning rows={rows} onClose={close} />}
    </>
  );
}

type BatchProps = { rows: User[]; onClose(isDone: boolean): void };

const activate = ({ id }: User) => callApi(updateUser, { id, isActive: true });
const deactivate = ({ id }: User) => callApi(deactivateUser, { id });

function Switching({ rows, isOn, onClose }: BatchProps & { isOn: boolean }) {
  return (
    <BatchDialog
      question={`${isOn ? "Reactivate" : "Deactivate"} ${formatCount(rows.length, "user")}?`}
      action={isOn ? "Reactivate" : "Deactivate"}
      isDanger={!isOn}
      rows={rows}
      thing="user"
      nameOf={displayName}
      run={async (user) => {
        if (user.isActive === isOn) return false;
        await (isOn ? activate(user) : deactivate(user));
        return true;
      }}
      undo={isOn ? deactivate : activate}
      done={isOn ? "reactivated" : "deactivated"}
      undone={isOn ? "deactivated again" : "reactivated"}
      stale={stale}
      onClose={onClose}
    >
      <p>
        {isOn
          ? "Each can sign in again, with the password and workspaces from before."
          : "Each is signed out immediately and can no longer sign in. Past questions stay on record."}
      </p>
    </BatchDialog>
  );
}

function Assigning({ rows, onClose }: BatchProps) {
  const { companyId, spansCompanies } = useCompany();
  const [workspace, setWorkspace] = useState<Workspace | null>(null);
  return (
    <BatchDialog
      question={`Add ${formatCount(rows.length, "user")} to a workspace`}
      action="Add"
      rows={rows}
      thing="user"
      nameOf={displayName}
      canRun={workspace !== null}
      run={async ({ id, workspaceIds, version }) => {
        if (workspace === null || workspaceIds.includes(workspace.id)) return false;
        await callApi(setWorkspaceAssignments, {
          id,
          version,
          workspaceIds: [...workspaceIds, workspace.id],
        });
        return true;
      }}
      // as they are by then, since others may have changed them meanwhile
      undo={async ({ id }) => {
        const kept = (await callApi(listWorkspaceAssignments, { id })).filter(
          (one) => one.id !== workspace?.id,
        );
        await callApi(setWorkspaceAssignments, { id, workspaceIds: kept.map((one) => one.id) });
      }}
      done={`added to ${workspace?.name ?? ""}`}
      undone="removed again"
      stale={stale}
      onClose={onClose}
    >
      <WorkspaceSelect
        companyId={companyId}
        which={{ spansCompanies }}
        required
        chosen={workspace}
        onChoose={setWorkspace}
      />
    </BatchDialog>
  );
}
