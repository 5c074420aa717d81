import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Theme } from "#contract/themes.ts";
import type { Workspace } from "#contract/workspaces.ts";
import { Button } from "../ui/button.tsx";
import { firstMatches } from "../ui/first-matches.ts";
import { reasonOf } from "../ui/change.ts";
import { Modal } from "../ui/modal.tsx";
import { toastError } from "../ui/toast.tsx";
import { workspacesQuery } from "../workspaces/queries.ts";
import { useAssignWorkspace } from "./queries.ts";

/** One of the company's workspaces that do not have the theme yet. */
export default function AssignDialog({
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
    <Modal opened onClose={onClose} title="Assign to a workspace" centered>
      <Select
        label="Workspace"
        placeholder={free.length === 0 ? "Every workspace has this theme" : "Select a workspace"}
        data={free.map((workspace) => ({ value: String(workspace.id), label: workspace.name }))}
        value={chosen}
        onChange={setChosen}
        disabled={free.length === 0}
        searchable
        filter={firstMatches}
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
