import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useCallback, useState } from "react";
import type { Workspace } from "#contract/identity/workspaces.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { CompanyChoice } from "#web/kernel/company-scope/company-choice.tsx";
import { useSearchParams, useSetSearchParams } from "#web/ui/search-params.ts";
import { Button } from "#web/ui/button.tsx";
import { CardList } from "#web/ui/card-list.tsx";
import { useCardRequest } from "#web/ui/card-page.ts";
import { AddCard } from "#web/ui/cards.tsx";
import { RefetchedForm } from "#web/ui/refetched-form.tsx";
import { Empty, Page, PageHeader } from "#web/ui/parts.tsx";
import { DeleteWorkspace } from "./delete-workspace.tsx";
import { workspaceQuery, workspacesQuery } from "./queries.ts";
import { WorkspaceCard } from "./workspace-card.tsx";
import { WorkspaceEditor } from "./workspace-editor.tsx";

/** A super admin chooses a company first; a workspace admin sees only their own. */
export default function Workspaces() {
  const { companyId, canChoose, spansCompanies } = useCompany();
  const isChosen = !spansCompanies;
  const address = useSetSearchParams();
  return (
    <Page>
      <PageHeader title="Workspaces" subtitle="Group people and the themes they can ask">
        {canChoose && <CompanyChoice label="Select a company" none="Select a company" />}
        {isChosen && (
          <Button
            tone="primary"
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => address.open({ workspace: "new" })}
          >
            Create Workspace
          </Button>
        )}
      </PageHeader>
      {isChosen ? (
        <WorkspaceCards key={companyId ?? "own"} companyId={companyId} />
      ) : (
        <Empty>Please select a company to view its workspaces.</Empty>
      )}
    </Page>
  );
}

const shownNames = ["workspace"];

function WorkspaceCards({ companyId }: { companyId: number | undefined }) {
  const address = useSearchParams(shownNames);
  const { open } = address;
  const list = useQuery(workspacesQuery({ companyId, ...useCardRequest() }));
  const onEdit = useCallback((workspace: Workspace) => open({ workspace: workspace.id }), [open]);
  const [deleting, setDeleting] = useState<Workspace | null>(null);
  const id = address.number("workspace");
  const close = () => open({ workspace: undefined });
  return (
    <>
      <CardList
        things="workspaces"
        list={list}
        failure="Failed to fetch workspaces"
        none="No workspaces yet. A workspace groups people and the themes they can ask."
        nothingFound="No workspace matches your search."
        card={(workspace) => (
          <WorkspaceCard key={workspace.id} workspace={workspace} onEdit={onEdit} onDelete={setDeleting} />
        )}
        add={<AddCard onClick={() => open({ workspace: "new" })}>Create New Workspace</AddCard>}
      />
      {address.text("workspace") === "new" && (
        <WorkspaceEditor workspace={null} companyId={companyId} onClose={close} />
      )}
      {id !== undefined && (
        <RefetchedForm key={id} query={workspaceQuery(id)} title="Edit Workspace" onClose={close}>
          {(workspace) => <WorkspaceEditor workspace={workspace} companyId={companyId} onClose={close} />}
        </RefetchedForm>
      )}
      {deleting !== null && <DeleteWorkspace workspace={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}
