import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import type { Workspace } from "#contract/workspaces.ts";
import { useUser } from "../session.tsx";
import { useCompany } from "../shell/company.ts";
import { companiesQuery } from "../shell/queries.ts";
import { useAddress } from "../ui/address.ts";
import { Button } from "../ui/button.tsx";
import { AddCard, CardGrid } from "../ui/cards.tsx";
import { cardsPerPage, useCardPage } from "../ui/card-page.ts";
import { Empty, Page, PageHeader, Problem, Spinner } from "../ui/parts.tsx";
import { Pages } from "../ui/pages.tsx";
import { SearchInput } from "../ui/search-input.tsx";
import { DeleteWorkspace } from "./delete-workspace.tsx";
import { workspacesQuery } from "./queries.ts";
import { WorkspaceCard } from "./workspace-card.tsx";
import { WorkspaceEditor } from "./workspace-editor.tsx";

/** A super admin chooses a company first; a workspace admin sees its own. */
export default function Workspaces() {
  const user = useUser();
  const { companyId } = useCompany();
  const isChosen = user.role !== "super_admin" || companyId !== undefined;
  const address = useAddress();
  return (
    <Page>
      <PageHeader title="Workspaces" subtitle="Where people and themes of a company belong together">
        {user.role === "super_admin" && <CompanyPicker />}
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

function CompanyPicker() {
  const { companyId, choose } = useCompany();
  const companies = useQuery(companiesQuery);
  return (
    <NativeSelect
      aria-label="Select a company"
      style={{ maxWidth: 260 }}
      value={companyId === undefined ? "" : String(companyId)}
      onChange={(event) => choose(Number(event.currentTarget.value) || undefined)}
      data={[
        { value: "", label: "Select a company" },
        ...(companies.data ?? []).map((company) => ({ value: String(company.id), label: company.name })),
      ]}
    />
  );
}

function WorkspaceCards({ companyId }: { companyId: number | undefined }) {
  const { data, isError, refetch } = useQuery(workspacesQuery(companyId));
  const address = useAddress();
  const { open } = address;
  const onEdit = useCallback((workspace: Workspace) => open({ workspace: workspace.id }), [open]);
  const [deleting, setDeleting] = useState<Workspace | null>(null);
  const sought = address.text("q");
  const found = useMemo(() => (data ?? []).filter((workspace) => matches(workspace, sought)), [data, sought]);
  const { page, cards, isBusy } = useCardPage(found);
  if (isError) return <Problem onRetry={() => void refetch()}>Failed to fetch workspaces</Problem>;
  if (data === undefined) return <Spinner />;
  const edited = data.find((workspace) => workspace.id === address.number("workspace"));
  const close = () => address.open({ workspace: undefined });
  return (
    <>
      {data.length > cardsPerPage && (
        <div style={{ maxWidth: 330, marginBottom: "var(--s4)" }}>
          <SearchInput
            label="Search workspaces"
            placeholder="Search workspaces"
            value={sought}
            onSearch={(q) => address.refine({ q, page: undefined })}
          />
        </div>
      )}
      {found.length === 0 && sought !== "" && <Empty>No workspace is called like that.</Empty>}
      <CardGrid isBusy={isBusy}>
        {cards.map((workspace) => (
          <WorkspaceCard key={workspace.id} workspace={workspace} onEdit={onEdit} onDelete={setDeleting} />
        ))}
        <AddCard onClick={() => address.open({ workspace: "new" })}>Create New Workspace</AddCard>
      </CardGrid>
      {found.length > cardsPerPage && (
        <Pages label="Pages of workspaces" page={page} pageSize={cardsPerPage} total={found.length} />
      )}
      {address.text("workspace") === "new" && (
        <WorkspaceEditor workspace={null} companyId={companyId} onClose={close} />
      )}
      {edited !== undefined && (
        <WorkspaceEditor key={edited.id} workspace={edited} companyId={companyId} onClose={close} />
      )}
      {deleting !== null && <DeleteWorkspace workspace={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

function matches(workspace: Workspace, sought: string): boolean {
  return `${workspace.name} ${workspace.description}`.toLowerCase().includes(sought.trim().toLowerCase());
}
