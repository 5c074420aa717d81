import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Workspace } from "#contract/identity/workspaces.ts";
import { ApiError } from "#web/kernel/api.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { contentsText } from "./contents-text.ts";
import { useDeleteWorkspace, workspaceStatsQuery } from "./queries.ts";

/** Names the workspace's dependents before asking; the server counts later additions, and the dialog asks again. */
export function DeleteWorkspace({ workspace, onClose }: { workspace: Workspace; onClose(): void }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const stats = useQuery(workspaceStatsQuery(workspace.id));
  const remove = useDeleteWorkspace();
  const contents = refusal ?? (stats.data === undefined ? null : contentsText(stats.data));
  const confirm = async () => {
    try {
      await remove.mutateAsync({ id: workspace.id, force: contents !== null });
      toast("Workspace deleted successfully");
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.code === "conflict" && contents === null)
        setRefusal(error.message);
      else toastError("Failed to delete workspace", reasonOf(error));
    }
  };
  return (
    <Confirm
      opened
      question="Are you sure you want to delete this workspace?"
      action={contents === null ? "Delete" : "Delete with everything in it"}
      onClose={onClose}
      onConfirm={confirm}
    >
      {contents === null ? (
        <p>'{workspace.name}' can no longer be used. Questions asked in it stay on record.</p>
      ) : (
        <p role={refusal === null ? undefined : "alert"}>
          {contents} Its people keep their accounts, without this workspace; past answers stay on record.
        </p>
      )}
    </Confirm>
  );
}
