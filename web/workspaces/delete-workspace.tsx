import { useState } from "react";
import type { Workspace } from "#contract/workspaces.ts";
import { ApiError } from "../api.ts";
import { reasonOf } from "../ui/change.ts";
import { Confirm } from "../ui/confirm.tsx";
import { toast, toastError } from "../ui/toast.tsx";
import { useDeleteWorkspace } from "./queries.ts";

/** Asks once; where people or themes are still inside, the server counts them and it asks again with that sentence. */
export function DeleteWorkspace({ workspace, onClose }: { workspace: Workspace; onClose(): void }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const remove = useDeleteWorkspace();
  const confirm = async () => {
    try {
      await remove.mutateAsync({ id: workspace.id, force: refusal !== null });
      toast("Workspace deleted successfully");
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.code === "conflict" && refusal === null)
        setRefusal(error.message);
      else toastError("Failed to delete workspace", reasonOf(error));
    }
  };
  return (
    <Confirm
      opened
      question="Are you sure you want to delete this workspace?"
      action={refusal === null ? "Delete" : "Delete with everything in it"}
      onClose={onClose}
      onConfirm={confirm}
    >
      {refusal === null ? (
        <p>'{workspace.name}' can no longer be used. What was asked in it stays on record.</p>
      ) : (
        <p role="alert">
          {refusal} The people stay, without this workspace; what was answered stays on record.
        </p>
      )}
    </Confirm>
  );
}
