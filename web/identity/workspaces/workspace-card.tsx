import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { memo } from "react";
import type { Workspace } from "#contract/identity/workspaces.ts";
import { PeopleCounts } from "./people-counts.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { Card, CountLink } from "#web/ui/cards.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Badge } from "#web/ui/parts.tsx";
import { workspaceStatsQuery } from "./queries.ts";

type Props = {
  workspace: Workspace;
  onEdit(workspace: Workspace): void;
  onDelete(workspace: Workspace): void;
};

/** Re-renders when the workspace changes, not when the URL does. */
export const WorkspaceCard = memo(function WorkspaceCard({ workspace, onEdit, onDelete }: Props) {
  const { companyId } = useCompany();
  const stats = useQuery(workspaceStatsQuery(workspace.id));
  return (
    <Card
      name={workspace.name}
      text={workspace.description}
      actions={
        <>
          <IconButton icon={Pencil} label={`Edit ${workspace.name}`} onClick={() => onEdit(workspace)} />
          <IconButton icon={Trash2} label={`Delete ${workspace.name}`} onClick={() => onDelete(workspace)} />
        </>
      }
      badges={
        <Badge tone={workspace.isActive ? "ok" : "warn"}>{workspace.isActive ? "Active" : "Inactive"}</Badge>
      }
    >
      {stats.isError ? (
        <span role="alert">Failed to fetch workspace stats</span>
      ) : (
        <PeopleCounts
          companyId={companyId}
          workspaceId={workspace.id}
          people={stats.data?.userCount}
          invited={stats.data?.invitedCount}
        >
          <CountLink
            to="/themes"
            search={{ workspace: workspace.id, companyId }}
            value={stats.data?.themeCount}
            one="theme"
            many="themes"
          />
        </PeopleCounts>
      )}
    </Card>
  );
});
