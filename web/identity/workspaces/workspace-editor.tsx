import { Switch, Textarea } from "@mantine/core";
import { useState } from "react";
import type { Workspace } from "#contract/identity/workspaces.ts";
import { DialogForm } from "#web/ui/form.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { toast, toastError } from "#web/ui/toast.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { NameField } from "#web/ui/name-field.tsx";
import { useSaveWorkspace } from "./queries.ts";

type Props = { workspace: Workspace | null; companyId: number | undefined; onClose(): void };

export function WorkspaceEditor({ workspace, companyId, onClose }: Props) {
  const [opened] = useState(workspace);
  const [name, setName] = useState(workspace?.name ?? "");
  const [description, setDescription] = useState(workspace?.description ?? "");
  const [isActive, setActive] = useState(workspace?.isActive ?? true);
  const save = useSaveWorkspace();
  const submit = async () => {
    const values = { name, description, isActive };
    try {
      await save.mutateAsync({ ...values, opened, ...(opened === null ? { companyId } : {}) });
      toast(workspace === null ? "Workspace created successfully" : "Workspace updated successfully");
      onClose();
    } catch (error) {
      toastError("Failed to save workspace", reasonOf(error));
    }
  };
  return (
    <Modal opened onClose={onClose} title={workspace === null ? "Create Workspace" : "Edit Workspace"}>
      <DialogForm
        action={workspace === null ? "Create Workspace" : "Update Workspace"}
        canSave={name.trim() !== ""}
        isSaving={save.isPending}
        onSave={() => void submit()}
        onCancel={onClose}
      >
        <NameField value={name} onChange={setName} />
        <Textarea
          label="Description"
          autosize
          minRows={3}
          maxRows={8}
          maxLength={2000}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        {workspace !== null && (
          <Switch
            label="Active"
            description="Members can't ask anything through an inactive workspace, and its themes are inactive unless another active workspace has them"
            checked={isActive}
            onChange={(event) => setActive(event.currentTarget.checked)}
          />
        )}
      </DialogForm>
    </Modal>
  );
}
