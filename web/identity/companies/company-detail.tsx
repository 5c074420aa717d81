import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Pencil, UserPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Company } from "#contract/identity/companies.ts";
import type { User } from "#contract/identity/users.ts";
import { InvitationResult, type Invited } from "#web/identity/users/invitation-result.tsx";
import { roleNames } from "#web/identity/users/role-names.ts";
import { usersQuery } from "#web/identity/users/queries.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import { Button } from "#web/ui/button.tsx";
import { PeopleCounts } from "#web/identity/workspaces/people-counts.tsx";
import { CountLink } from "#web/ui/cards.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { Email } from "#web/ui/email.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { FetchProblem } from "#web/ui/fetch-problem.tsx";
import { SequentialReveal } from "#web/ui/sequential-reveal.tsx";
import { Badge, Empty, PageHeader, Spinner } from "#web/ui/parts.tsx";
import { PagedList } from "#web/ui/paged-list.tsx";
import { Section } from "#web/ui/section.tsx";
import { workspacesQuery } from "#web/identity/workspaces/queries.ts";
import { WorkspaceEditor } from "#web/identity/workspaces/workspace-editor.tsx";
import { ApiStatus } from "./company-card.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { companyQuery } from "./queries.ts";
import classes from "./companies.module.css";

const InviteDialog = lazy(() => import("./invite-dialog.tsx"));

type Props = { id: number; onEdit(): void; onBack(): void };

/** One company: its people and workspaces, and inviting more. */
export function CompanyDetail({ id, onEdit, onBack }: Props) {
  const { data, error, refetch } = useQuery(companyQuery(id));
  return (
    <>
      <button type="button" className={classes.back} onClick={onBack}>
        <ArrowLeft size={15} aria-hidden />
        All companies
      </button>
      {data === undefined && <h1 className="visually-hidden">Company</h1>}
      {error !== null ? (
        <FetchProblem error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Spinner />
      ) : (
        <Opened company={data} onEdit={onEdit} />
      )}
    </>
  );
}

function Opened({ company, onEdit }: { company: Company; onEdit(): void }) {
  const [isInviting, setInviting] = useState(false);
  const [isCreating, setCreating] = useState(false);
  const [invited, setInvited] = useState<Invited | null>(null);
  return (
    <>
      <PageHeader
        title={company.name}
        subtitle={
          company.description && (
            <ShowMore>
              <p>{company.description}</p>
            </ShowMore>
          )
        }
      >
        <Button leftSection={<Pencil size={15} aria-hidden />} onClick={onEdit}>
          Edit
        </Button>
        <Button
          tone="primary"
          leftSection={<UserPlus size={16} aria-hidden />}
          onClick={() => setInviting(true)}
        >
          Invite User
        </Button>
      </PageHeader>
      <div className={classes.facts}>
        <CountLink
          to="/workspaces"
          search={{ companyId: company.id }}
          value={company.workspaceCount}
          one="workspace"
          many="workspaces"
        />
        <PeopleCounts
          companyId={company.id}
          people={company.activeUserCount}
          invited={company.invitedUserCount}
        />
        <CountLink
          to="/themes"
          search={{ companyId: company.id }}
          value={company.themeCount}
          one="theme"
          many="themes"
        />
        <span>
          <ApiStatus company={company} />
        </span>
        {company.requireSecondFactor && <span>Administrators need two-step verification</span>}
      </div>
      <FirstSteps
        company={company}
        onCreateWorkspace={() => setCreating(true)}
        onInvite={() => setInviting(true)}
      />
      <SequentialReveal className={classes.columns}>
        <CompanyUsers companyId={company.id} />
        <CompanyWorkspaces
          companyId={company.id}
          hasSome={company.workspaceCount > 0}
          onCreate={() => setCreating(true)}
        />
      </SequentialReveal>
      {isInviting && (
        <Suspense>
          <InviteDialog
            company={company}
            onClose={() => setInviting(false)}
            onInvited={(result) => {
              setInviting(false);
              setInvited(result);
            }}
          />
        </Suspense>
      )}
      {invited !== null && <InvitationResult invited={invited} onClose={() => setInvited(null)} />}
      {isCreating && (
        <WorkspaceEditor workspace={null} companyId={company.id} onClose={() => setCreating(false)} />
      )}
    </>
  );
}

const pageSize = 20;

const columns: Column<User>[] = [
  {
    label: "Name",
    sort: "user",
    wraps: true,
    phone: "title",
    render: (user) => `${user.firstName} ${user.lastName}`.trim() || "-",
  },
  { label: "Email", wraps: true, phone: "fact", render: (user) => <Email address={user.email} /> },
  {
    label: "Role",
    sort: "role",
    phone: "fact",
    render: (user) => (
      <>
        <Badge>{roleNames[user.role]}</Badge> {!user.isActive && <Badge tone="warn">Inactive</Badge>}
      </>
    ),
  },
];

/** Not `page`, which belongs to the list of companies behind. */
const userPage = ["users"];

function CompanyUsers({ companyId }: { companyId: number }) {
  const address = useSearchParams(userPage);
  const page = address.number("users") ?? 1;
  const [sort, setSort] = useState("user");
  const users = useQuery(usersQuery({ companyId, page, pageSize, sort }));
  return (
    <Section title="Users">
      <PagedList
        things="users"
        list={users}
        page={page}
        pageSize={pageSize}
        name="users"
        isBrief
        empty={<Empty>No users yet. Invite the first one.</Empty>}
      >
        {(rows, isBusy) => (
          <DataTable
            label="Users of this company"
            columns={columns}
            rows={rows}
            keyOf={(user) => user.id}
            sort={sort}
            onSort={setSort}
            isBusy={isBusy}
          />
        )}
      </PagedList>
    </Section>
  );
}

const workspacePage = ["workspaces"];

type WorkspacesProps = { companyId: number; hasSome: boolean; onCreate(): void };

function CompanyWorkspaces({ companyId, hasSome, onCreate }: WorkspacesProps) {
  const address = useSearchParams(workspacePage);
  const page = address.number("workspaces") ?? 1;
  const workspaces = useQuery(workspacesQuery({ companyId, sort: "name", page, pageSize }));
  return (
    <Section
      title="Workspaces"
      action={
        hasSome && (
          <Button size="compact-sm" onClick={onCreate}>
            Create Workspace
          </Button>
        )
      }
    >
      <PagedList
        things="workspaces"
        list={workspaces}
        page={page}
        pageSize={pageSize}
        name="workspaces"
        isBrief
        failure="Failed to fetch workspaces"
        empty={<Empty>No workspaces yet.</Empty>}
      >
        {(rows, isBusy) => (
          <ul className={classes.list} aria-busy={isBusy || undefined}>
            {rows.map((workspace) => (
              <li key={workspace.id}>
                {workspace.name} {!workspace.isActive && <Badge tone="warn">Inactive</Badge>}
                {workspace.description && <p>{workspace.description}</p>}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Section>
  );
}
