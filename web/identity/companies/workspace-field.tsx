import { TextInput } from "@mantine/core";
import type { Workspace } from "#contract/identity/workspaces.ts";
import { WorkspaceSelect } from "#web/identity/workspaces/workspace-select.tsx";
import { Button } from "#web/ui/button.tsx";
import classes from "./companies.module.css";

/** An existing workspace, the name of one to create, or none yet. */
export type ChosenWorkspace = Pick<Workspace, "id" | "name"> | { newName: string } | null;

type Props = {
  companyId: number;
  hasSome: boolean;
  value: ChosenWorkspace;
  onChange(value: ChosenWorkspace): void;
};

/** A company's workspaces to choose from, or a new one. */
export function WorkspaceField({ companyId, hasSome, value, onChange }: Props) {
  if (value !== null && "newName" in value)
    return (
      <div className={classes.workspace}>
        <TextInput
          label="Name of the new workspace"
          description="It is created when the invitation is sent."
          required
          autoComplete="off"
          maxLength={120}
          value={value.newName}
          onChange={(event) => onChange({ newName: event.currentTarget.value })}
        />
        {hasSome && (
          <Button tone="quiet" size="compact-sm" onClick={() => onChange(null)}>
            Choose an existing one
          </Button>
        )}
      </div>
    );
  return (
    <div className={classes.workspace}>
      <WorkspaceSelect
        companyId={companyId}
        required
        empty="No active workspace"
        chosen={value}
        onChoose={onChange}
      />
      <Button tone="quiet" size="compact-sm" onClick={() => onChange({ newName: "" })}>
        New workspace
      </Button>
    </div>
  );
}
