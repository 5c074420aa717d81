import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Workspace } from "#contract/identity/workspaces.ts";
import { workspacesQuery, workspaceStatsQuery } from "#web/identity/workspaces/queries.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { FilterBar } from "#web/ui/filter-bar.tsx";
import { joinFacts } from "#web/ui/join-facts.ts";
import { PagedList } from "#web/ui/paged-list.tsx";
import { Badge, Empty, Problem } from "#web/ui/parts.tsx";
import { useSearchParams } from "#web/ui/search-params.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import { displayName } from "./person-name.ts";
import { usersQuery } from "./queries.ts";
import { roleNames } from "./role-names.ts";
import classes from "./members.module.css";
import { formatCount } from "#web/ui/format.ts";

const names = ["q"];
const workspacesPerPage = 25;
/** As many as one call gives; User Management has the others. */
const mostMembers = 200;

/** Each workspace with the people in it. */
export default function Members() {
  const { companyId, spansCompanies } = useCompany();
  const address = useSearchParams();
  const page = address.number("page") ?? 1;
  const search = address.text("q");
  const list = useQuery(
    workspacesQuery({ companyId, search, sort: "name", page, pageSize: workspacesPerPage }),
  );
  return (
    <>
      <FilterBar
        label="Find a workspace"
        search={{ label: "Search workspaces", placeholder: "Search workspaces" }}
        names={names}
      />
      <PagedList
        things="workspaces"
        list={list}
        page={page}
        pageSize={workspacesPerPage}
        empty={
          <Empty>
            {search === ""
              ? "No workspaces yet. A workspace groups people and the themes they can ask."
              : "No workspace matches your search."}
          </Empty>
        }
      >
        {(rows, isBusy) => (
          <ul className={classes.workspaces} aria-label="Workspaces" aria-busy={isBusy || undefined}>
            {rows.map((workspace) => (
              <WorkspaceLine key={workspace.id} workspace={workspace} namesCompany={spansCompanies} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

function WorkspaceLine({ workspace, namesCompany }: { workspace: Workspace; namesCompany: boolean }) {
  const { data } = useQuery(workspaceStatsQuery(workspace.id));
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className={classes.name}>{workspace.name}</span>
          {!workspace.isActive && <Badge tone="warn">Inactive</Badge>}
          {namesCompany && <span className={classes.meta}>{workspace.companyName}</span>}
          <span className={classes.count}>
            {data !== undefined &&
              joinFacts([
                formatCount(data.userCount - data.invitedCount, "active person", "active people"),
                data.invitedCount === 0 ? "" : `${data.invitedCount.toLocaleString()} invited`,
              ])}
          </span>
        </summary>
        {isOpen && <People workspaceId={workspace.id} />}
      </details>
    </li>
  );
}

function People({ workspaceId }: { workspaceId: number }) {
  const { companyId } = useCompany();
  const { data, error, refetch } = useQuery(
    usersQuery({ companyId, workspaceId, sort: "user", page: 1, pageSize: mostMembers }),
  );
  if (error !== null) return <Problem onRetry={() => void refetch()}>{error.message}</Problem>;
  if (data === undefined) return <Waiting shape="lines" />;
  if (data.total === 0) return <p className={classes.none}>Nobody is in this workspace yet.</p>;
  const others = data.total - data.rows.length;
  return (
    <ul className={classes.people} aria-label="People">
      {data.rows.map((user) => (
        <li key={user.id}>
          <Link to="/admin" search={{ tab: "users", q: user.email, companyId }}>
            {displayName(user)}
          </Link>
          <span className={classes.meta}>
            {joinFacts([
              displayName(user) === user.email ? "" : user.email,
              roleNames[user.role],
              !user.isActive ? "inactive" : user.lastLogin === null ? "invited" : "",
            ])}
          </span>
        </li>
      ))}
      {others > 0 && (
        <li className={classes.meta}>{`and ${others.toLocaleString()} more in User Management`}</li>
      )}
    </ul>
  );
}
