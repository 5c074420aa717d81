import { ActionIcon, Modal, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import type { Theme } from "#contract/themes.ts";
import type { Workspace } from "#contract/workspaces.ts";
import { Button } from "../ui/button.tsx";
import { reasonOf } from "../ui/change.ts";
import { Confirm } from "../ui/confirm.tsx";
import { toastError } from "../ui/toast.tsx";
import { workspacesQuery } from "../workspaces/queries.ts";
import { themeWorkspacesQuery, useAssignWorkspace, useRemoveWorkspace } from "./queries.ts";
import classes from "./themes.module.css";

/** The workspaces whose members may ask the theme. */
export function WorkspaceAssignments({ theme }: { theme: Theme }) {
  const assigned = useQuery(themeWorkspacesQuery(theme.id));
  const [isAssigning, setAssigning] = useState(false);
  const [removing, setRemoving] = useState<Workspace | null>(null);
  const remove = useRemoveWorkspace(theme.id);
  return (
    <div role="group" className={classes.assigned} aria-label={`Workspaces of ${theme.name}`}>
      <header>
        <h3>Workspaces</h3>
        <Button size="compact-xs" tone="quiet" onClick={() => setAssigning(true)}>
          Assign
        </Button>
      </header>
      {assigned.isError ? (
        <p className={classes.none}>Failed to fetch workspaces</p>
      ) : assigned.data?.length === 0 ? (
        <p className={classes.none}>No workspace assignments yet</p>
      ) : (
        <ul>
          {assigned.data?.map((workspace) => (
            <li key={workspace.id}>
              <span>
                {workspace.name}{" "}
                {workspace.description && (
                  <span className={classes.description}>{workspace.description}</span>
                )}
              </span>
              <ActionIcon
                size="xs"
                variant="subtle"
                color="var(--ink-3)"
                aria-label={`Remove ${workspace.name}`}
                onClick={() => setRemoving(workspace)}
              >
                <X size={13} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {isAssigning && (
        <AssignDialog theme={theme} assigned={assigned.data ?? []} onClose={() => setAssigning(false)} />
      )}
      <Confirm
        opened={removing !== null}
        question="Remove this theme from the workspace?"
        action="Remove"
        onClose={() => setRemoving(null)}
        onConfirm={async () => {
          if (removing === null) return;
          await remove.mutateAsync(removing.id).catch((error: unknown) => {
            console.warn("workspace removal failed", error);
            toastError("Error", reasonOf(error));
          });
          setRemoving(null);
        }}
      >
        <p>Members of '{removing?.name}' can then ask it only when it is assigned to them by name.</p>
      </Confirm>
    </div>
  );
}

function AssignDialog({
  theme,
  assigned,
  onClose,
}: {
  theme: Theme;
  assigned: Workspace[];
  onClose(): void;
}) {
  const all = useQuery(workspacesQuery(theme.companyId));
  const [chosen, setChosen] = useState<string | null>(null);
  const assign = useAssignWorkspace(theme.id);
  const taken = new Set(assigned.map((workspace) => workspace.id));
  const free = (all.data ?? []).filter((workspace) => !taken.has(workspace.id));
  const submit = async () => {
    try {
      await assign.mutateAsync(Number(chosen));
      onClose();
    } catch (error) {
      console.warn("workspace assignment failed", error);
      toastError("Error", reasonOf(error));
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="Assign to a workspace"
      centered
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Select
        label="Workspace"
        placeholder={free.length === 0 ? "Every workspace has this theme" : "Select a workspace"}
        data={free.map((workspace) => ({ value: String(workspace.id), label: workspace.name }))}
        value={chosen}
        onChange={setChosen}
        disabled={free.length === 0}
        searchable
      />
      <div style={{ display: "flex", gap: 8, justifyContent: "flex-end", marginTop: 16 }}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          tone="primary"
          disabled={free.length === 0 || chosen === null}
          loading={assign.isPending}
          onClick={() => void submit()}
        >
          Assign
        </Button>
      </div>
    </Modal>
  );
}
