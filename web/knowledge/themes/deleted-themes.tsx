import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import type { DeletedTheme } from "#contract/knowledge/themes.ts";
import type { Workspace } from "#contract/identity/workspaces.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { workspaceSource } from "#web/identity/workspaces/queries.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog-actions.tsx";
import { formatDate } from "#web/ui/format.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { Empty, Problem } from "#web/ui/parts.tsx";
import { RemoteSelect } from "#web/ui/remote-select.tsx";
import { toast } from "#web/ui/toast.tsx";
import { deletedThemesQuery, useRestoreTheme } from "./queries.ts";
import classes from "./themes.module.css";

/** A button where something can be restored, and the list behind it. */
export function DeletedThemes() {
  const { companyId } = useCompany();
  const [isOpen, setOpen] = useState(false);
  const deleted = useQuery(deletedThemesQuery(companyId));
  const rows = deleted.data ?? [];
  const open = () => {
    // names may have been taken since the screen opened
    void deleted.refetch();
    setOpen(true);
  };
  if (rows.length === 0 && !isOpen) return null;
  return (
    <>
      <Button leftSection={<Undo2 size={15} aria-hidden />} onClick={open}>
        Deleted themes
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} size="lg" title="Deleted themes">
        {rows.length === 0 ? (
          <Empty>No theme was deleted in the last 30 days.</Empty>
        ) : (
          <ul className={classes.deleted}>
            {rows.map((theme) => (
              <Deleted key={theme.id} theme={theme} />
            ))}
          </ul>
        )}
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Done</Button>
        </DialogActions>
      </Modal>
    </>
  );
}

/** With the fields for what was taken meanwhile: the name, or the workspace. */
function Deleted({ theme }: { theme: DeletedTheme }) {
  const { spansCompanies } = useCompany();
  const [name, setName] = useState(theme.name);
  const [workspace, setWorkspace] = useState<Workspace | null>(null);
  const restore = useRestoreTheme();
  const isNew = name.trim().toLowerCase() !== theme.name.toLowerCase();
  const canRestore =
    name.trim() !== "" && (!theme.isNameTaken || isNew) && (!theme.isWorkspaceGone || workspace !== null);
  const submit = async () => {
    try {
      const restored = await restore.mutateAsync({
        id: theme.id,
        ...(isNew ? { name } : {}),
        ...(workspace === null ? {} : { workspaceId: workspace.id }),
      });
      toast("Theme restored", `'${restored.name}' can be found among the themes again.`);
    } catch (error) {
      // shown in place
      console.warn("the theme was not restored", error);
    }
  };
  return (
    <li>
      <div className={classes.deletedHead}>
        <div>
          <strong>{theme.name}</strong>
          <p>
            {joinFacts([
              spansCompanies ? theme.companyName : "",
              `${theme.documentCount.toLocaleString("en")} ${theme.documentCount === 1 ? "document" : "documents"}`,
              `deleted ${formatDate(theme.deletedAt)}`,
              `until ${formatDate(theme.restorableUntil)}`,
            ])}
          </p>
        </div>
        <Button
          size="xs"
          aria-label={`Restore ${theme.name}`}
          disabled={!canRestore}
          loading={restore.isPending}
          onClick={() => void submit()}
        >
          Restore
        </Button>
      </div>
      {theme.isNameTaken && (
        <TextInput
          label="New name"
          description="Another theme has its name by now."
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      {theme.isWorkspaceGone && (
        <RemoteSelect
          label="New workspace"
          description="Its workspace was deleted or switched off."
          placeholder="Select a workspace"
          empty="Create a workspace first"
          source={workspaceSource(theme.companyId)}
          chosen={workspace === null ? null : { id: workspace.id, label: workspace.name }}
          onChoose={setWorkspace}
        />
      )}
      {restore.isError && <Problem>{reasonOf(restore.error)}</Problem>}
    </li>
  );
}
