import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Theme } from "#contract/knowledge/themes.ts";
import type { Workspace } from "#contract/identity/workspaces.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { remoteOptionsQuery } from "#web/ui/remote-options.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { failureText } from "#web/ui/failure-text.ts";
import { InlineStatus } from "#web/ui/inline-status.tsx";
import { workspaceSource } from "#web/identity/workspaces/queries.ts";
import { themeWorkspacesQuery, useRemoveWorkspace } from "./queries.ts";
import classes from "./themes.module.css";

const AssignDialog = lazy(() => import("./assign-dialog.tsx"));

/** The workspaces whose members may ask the theme. */
export function WorkspaceAssignments({ theme }: { theme: Theme }) {
  const assigned = useQuery(themeWorkspacesQuery(theme.id));
  const offered = useQuery(remoteOptionsQuery(workspaceSource(theme.companyId), ""));
  const active = assigned.data?.filter(({ isActive }) => isActive).length;
  const isEverywhere = offered.data !== undefined && offered.data.total === active;
  const [isAssigning, setAssigning] = useState(false);
  const [removing, setRemoving] = useState<Workspace | null>(null);
  const [unsaved, setUnsaved] = useState<string | null>(null);
  const remove = useRemoveWorkspace(theme.id);
  return (
    <div role="group" className={classes.assigned} aria-label={`Workspaces of ${theme.name}`}>
      <div className={classes.assignedHead}>
        <h3>Workspaces</h3>
        <Button
          size="compact-xs"
          tone="quiet"
          disabled={isEverywhere}
          title={isEverywhere ? "Every active workspace has this theme" : undefined}
          onClick={() => {
            setUnsaved(null);
            setAssigning(true);
          }}
        >
          Assign
        </Button>
      </div>
      <InlineStatus>{unsaved}</InlineStatus>
      {assigned.isError ? (
        <p className={classes.none}>Failed to fetch workspaces</p>
      ) : assigned.data === undefined ? (
        // the typical line of a card, to keep the cards below in place
        <p className={classes.none}>&nbsp;</p>
      ) : assigned.data.length === 0 ? (
        <p className={classes.none}>No workspace assignments yet</p>
      ) : (
        <ul>
          {assigned.data.map((workspace) => (
            <li key={workspace.id}>
              <span>
                {workspace.name}{" "}
                {workspace.description && (
                  <span className={classes.description}>{workspace.description}</span>
                )}
              </span>
              <IconButton
                icon={X}
                label={`Remove ${workspace.name}`}
                size="small"
                onClick={() => {
                  setUnsaved(null);
                  setRemoving(workspace);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {isAssigning && (
        <Suspense>
          <AssignDialog
            theme={theme}
            onClose={() => setAssigning(false)}
            onUnsaved={(workspace, failure) =>
              setUnsaved(failureText(`'${workspace.name}' was not assigned.`, failure))
            }
          />
        </Suspense>
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
            setUnsaved(failureText(`'${removing.name}' was not removed.`, error));
          });
          setRemoving(null);
        }}
      >
        <p>Members of '{removing?.name}' can then ask it only if it is assigned to them individually.</p>
      </Confirm>
    </div>
  );
}
