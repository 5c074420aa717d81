import type { Workspace } from "#contract/identity/workspaces.ts";
import { RemoteSelect } from "#web/ui/remote-select.tsx";
import { workspaceSource } from "./queries.ts";

type Props = {
  companyId: number | undefined;
  /** Which of them are offered. */
  which?: Parameters<typeof workspaceSource>[1];
  label?: string;
  description?: string;
  required?: boolean;
  /** With no workspace to choose. */
  empty?: string;
  chosen: Pick<Workspace, "id" | "name"> | null;
  onChoose(workspace: Workspace | null): void;
};

/** One workspace, found by its name. */
export function WorkspaceSelect({
  companyId,
  which,
  label = "Workspace",
  empty = "Create a workspace first",
  chosen,
  ...field
}: Props) {
  return (
    <RemoteSelect
      label={label}
      placeholder="Select a workspace"
      empty={empty}
      source={workspaceSource(companyId, which)}
      chosen={chosen === null ? null : { id: chosen.id, label: chosen.name }}
      {...field}
    />
  );
}
