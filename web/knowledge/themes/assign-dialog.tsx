import { useState } from "react";
import type { Theme } from "#contract/knowledge/themes.ts";
import type { Workspace } from "#contract/identity/workspaces.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog-actions.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { WorkspaceSelect } from "#web/identity/workspaces/workspace-select.tsx";
import { useAssignWorkspace } from "./queries.ts";

type Props = { theme: Theme; onClose(): void; onUnsaved(workspace: Workspace, failure: unknown): void };

/** Picks one of the company's workspaces that don't have the theme yet. */
export default function AssignDialog({ theme, onClose, onUnsaved }: Props) {
  const [chosen, setChosen] = useState<Workspace | null>(null);
  const assign = useAssignWorkspace(theme.id);
  const submit = async () => {
    if (chosen === null) return;
    try {
      await assign.mutateAsync(chosen.id);
    } catch (error) {
      console.warn("workspace assignment failed", error);
      onUnsaved(chosen, error);
    }
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Assign to a workspace">
      <WorkspaceSelect
        companyId={theme.companyId}
        which={{ withoutTheme: theme.id }}
        empty="Every workspace has this theme"
        chosen={chosen}
        onChoose={setChosen}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          tone="primary"
          disabled={chosen === null}
          loading={assign.isPending}
          onClick={() => void submit()}
        >
          Assign
        </Button>
      </DialogActions>
    </Modal>
  );
}
