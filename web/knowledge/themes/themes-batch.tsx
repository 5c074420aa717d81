import { useState } from "react";
import {
  assignThemeWorkspace,
  deleteTheme,
  getTheme,
  listThemeWorkspaces,
  removeThemeWorkspace,
  restoreTheme,
  updateTheme,
  type Theme,
} from "#contract/knowledge/themes.ts";
import type { Workspace } from "#contract/identity/workspaces.ts";
import { WorkspaceSelect } from "#web/identity/workspaces/workspace-select.tsx";
import { callApi } from "#web/kernel/api.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { TaggingDialog } from "#web/knowledge/tags/tagging-dialog.tsx";
import { tagCells, tagNames } from "#web/knowledge/tags/tag-groups.ts";
import { BatchDialog } from "#web/ui/batch-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { SaveSpreadsheet } from "#web/ui/save-spreadsheet.tsx";
import type { Table } from "#web/ui/spreadsheet.ts";
import { formatCount } from "#web/ui/format.ts";
import type { Selection } from "#web/ui/selection.ts";

type Act = "assign" | "tag" | "on" | "off" | "delete";

const nameOf = ({ name }: Theme) => name;
const stale = [["themes"], ["theme-workspaces"], ["users", "agents"], ["workspaces"], ["companies"]];

/** What can be done with the chosen themes at once. */
export function ThemesBatch({ selection }: { selection: Selection<Theme> }) {
  const [act, setAct] = useState<Act | null>(null);
  const { rows } = selection;
  const props = {
    rows,
    thing: "theme",
    nameOf,
    stale,
    onClose: (isDone: boolean) => {
      setAct(null);
      // their rows are old by now
      if (isDone) selection.clear();
    },
  };
  return (
    <>
      <Button size="compact-sm" onClick={() => setAct("assign")}>
        Assign to a workspace
      </Button>
      <Button size="compact-sm" onClick={() => setAct("tag")}>
        Add a tag
      </Button>
      <Button size="compact-sm" onClick={() => setAct("on")}>
        Switch on
      </Button>
      <Button size="compact-sm" onClick={() => setAct("off")}>
        Switch off
      </Button>
      <SaveSpreadsheet name="themes" size="compact-sm" table={() => themesTable(rows)}>
        Export selected
      </SaveSpreadsheet>
      <Button size="compact-sm" onClick={() => setAct("delete")}>
        Delete selected
      </Button>
      {act === "assign" && <Assigning {...props} />}
      {act === "tag" && (
        <TaggingDialog
          {...props}
          read={({ id }) => callApi(getTheme, { id })}
          write={({ id }, change) => callApi(updateTheme, { id, ...change })}
        />
      )}
      {(act === "on" || act === "off") && <Switching {...props} isOn={act === "on"} />}
      {act === "delete" && (
        <BatchDialog
          {...props}
          question={`Delete ${formatCount(rows.length, "theme")}?`}
          action="Delete"
          isDanger
          run={async ({ id }) => {
            await callApi(deleteTheme, { id });
            return true;
          }}
          undo={({ id }) => callApi(restoreTheme, { id })}
          done="deleted"
          undone="restored"
        >
          <p>
            Nobody can ask what is deleted. Past answers stay on record, and each theme can be restored within
            30 days.
          </p>
        </BatchDialog>
      )}
    </>
  );
}

type BatchProps = {
  rows: Theme[];
  thing: string;
  nameOf(theme: Theme): string;
  stale: string[][];
  onClose(isDone: boolean): void;
};

function Assigning(props: BatchProps) {
  const { companyId, spansCompanies } = useCompany();
  const [workspace, setWorkspace] = useState<Workspace | null>(null);
  return (
    <BatchDialog
      {...props}
      question={`Assign ${formatCount(props.rows.length, "theme")} to a workspace`}
      action="Assign"
      canRun={workspace !== null}
      run={async ({ id }) => {
        if (workspace === null) return false;
        if ((await callApi(listThemeWorkspaces, { id })).some((one) => one.id === workspace.id)) return false;
        await callApi(assignThemeWorkspace, { id, workspaceId: workspace.id });
        return true;
      }}
      undo={({ id }) => callApi(removeThemeWorkspace, { id, workspaceId: workspace?.id ?? 0 })}
      done={`assigned to ${workspace?.name ?? ""}`}
      undone="removed from it again"
    >
      <WorkspaceSelect
        companyId={companyId}
        which={{ spansCompanies }}
        required
        description="Its members can ask each theme."
        chosen={workspace}
        onChoose={setWorkspace}
      />
    </BatchDialog>
  );
}

function Switching({ isOn, ...props }: BatchProps & { isOn: boolean }) {
  const turn = ({ id }: Theme, isActive: boolean) => callApi(updateTheme, { id, isActive });
  return (
    <BatchDialog
      {...props}
      question={`Switch ${isOn ? "on" : "off"} ${formatCount(props.rows.length, "theme")}?`}
      action={isOn ? "Switch on" : "Switch off"}
      run={async (theme) => {
        if ((theme.isActive || theme.isClosed) === isOn) return false;
        await turn(theme, isOn);
        return true;
      }}
      undo={(theme) => turn(theme, !isOn)}
      done={isOn ? "switched on" : "switched off"}
      undone={isOn ? "switched off again" : "switched on again"}
    >
      <p>{isOn ? "People who have access can ask again." : "Nobody can ask until the switch is on again."}</p>
    </BatchDialog>
  );
}

const header = ["Theme", "ID", "Company", "Purpose", "Model", "Status", "Documents", "Assigned Agents"];

function themesTable(themes: Theme[]): Table {
  return [
    [...header, ...tagNames, "Created"],
    ...themes.map((theme) => [
      theme.name,
      theme.id,
      theme.companyName,
      theme.purpose,
      theme.modelType === "smart" ? "Smart" : "Smarter",
      theme.isActive ? "Active" : "Inactive",
      theme.documentCount,
      theme.agentCount,
      ...tagCells(theme),
      new Date(theme.createdAt),
    ]),
  ];
}
