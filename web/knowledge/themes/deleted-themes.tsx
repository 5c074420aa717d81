import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DeletedTheme } from "#contract/knowledge/themes.ts";
import type { Workspace } from "#contract/identity/workspaces.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { WorkspaceSelect } from "#web/identity/workspaces/workspace-select.tsx";
import { formatCount, formatDate } from "#web/ui/format.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Problem } from "#web/ui/parts.tsx";
import { RestoreList, RestoreRow } from "#web/ui/restore-list.tsx";
import { toast } from "#web/ui/toast.tsx";
import { deletedThemesQuery, useRestoreTheme } from "./queries.ts";

/** The themes that can be restored. */
export function DeletedThemes() {
  const { companyId } = useCompany();
  const deleted = useQuery(deletedThemesQuery(companyId));
  return (
    <RestoreList
      title="Deleted themes"
      empty="No theme was deleted in the last 30 days."
      // names may have been taken since the screen opened
      onOpen={() => void deleted.refetch()}
    >
      {(deleted.data ?? []).map((theme) => (
        <Deleted key={theme.id} theme={theme} />
      ))}
    </RestoreList>
  );
}

/** With fields for what is no longer free: the name, or the workspace. */
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
    <RestoreRow
      name={theme.name}
      facts={joinFacts([
        spansCompanies ? theme.companyName : "",
        formatCount(theme.documentCount, "document"),
        `deleted ${formatDate(theme.deletedAt)}`,
        `until ${formatDate(theme.restorableUntil)}`,
      ])}
      canRestore={canRestore}
      isRestoring={restore.isPending}
      onRestore={() => void submit()}
    >
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
        <WorkspaceSelect
          companyId={theme.companyId}
          label="New workspace"
          description="Its workspace was deleted or switched off."
          chosen={workspace}
          onChoose={setWorkspace}
        />
      )}
      {restore.isError && <Problem>{reasonOf(restore.error)}</Problem>}
    </RestoreRow>
  );
}
