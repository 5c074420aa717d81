import { Switch } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Theme } from "#contract/knowledge/themes.ts";
import type { ThemeAccess } from "#contract/identity/users.ts";
import { Button } from "#web/ui/button.tsx";
import { Email } from "#web/ui/email.tsx";
import { formatNumber } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Problem } from "#web/ui/parts.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { agentsQuery, themeAgentsQuery, useToggleAgent } from "./queries.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import classes from "./theme-editor.module.css";

/** With this many or more, people need a search field. */
const searchFrom = 9;

/**
 * The people of the theme's workspaces, and those assigned by name: whether each can ask, and why. Only what is by name
 * changes here.
 */
export function AgentsTab({ theme }: { theme: Theme }) {
  const [sought, setSought] = useState("");
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set());
  const agents = useInfiniteQuery(agentsQuery(theme, sought.trim(), toggled));
  const assigned = useQuery(themeAgentsQuery(theme.id));
  const toggle = useToggleAgent(theme.id);
  if (agents.isError) return <Problem onRetry={() => void agents.refetch()}>Failed to fetch agents</Problem>;
  if (assigned.isError)
    return <Problem onRetry={() => void assigned.refetch()}>Failed to fetch assignments</Problem>;
  if (agents.data === undefined || assigned.data === undefined) return <Waiting shape="lines" />;
  const shown = agents.data.pages.flatMap((page) => page.rows);
  const total = agents.data.pages.at(-1)?.total ?? 0;
  const hasNoAgents =
    sought === "" &&
    !agents.isPlaceholderData &&
    !agents.hasNextPage &&
    shown.every(({ role }) => role !== "agent");
  const chosen = new Set(assigned.data.map((entry) => entry.userId));
  const change = async (userId: number, assign: boolean) => {
    try {
      await toggle.mutateAsync({ userId, assign });
      setToggled((before) => {
        const after = new Set(before);
        if (!after.delete(userId)) after.add(userId);
        return after;
      });
      toast(assign ? "Agent assigned to theme" : "Agent removed from theme");
    } catch (error) {
      toastError("Failed to update agent assignment", reasonOf(error));
    }
  };
  return (
    <>
      {(total >= searchFrom || sought !== "") && (
        <SearchInput
          label="Search agents"
          placeholder="Search agents"
          className={classes.agentSearch}
          value={sought}
          onSearch={setSought}
        />
      )}
      {hasNoAgents && <p className={classes.later}>No agents available in this workspace</p>}
      {shown.length === 0 && !hasNoAgents && <p className={classes.later}>No agent matches your search.</p>}
      <ul className={classes.agents} aria-label="Agents" aria-busy={agents.isPlaceholderData}>
        {shown.map((agent) => {
          const name = `${agent.firstName} ${agent.lastName}`.trim() || agent.email;
          const isByName = chosen.has(agent.id);
          const other = otherReason(agent.access);
          return (
            <li key={agent.id}>
              <div>
                <p>{name}</p>
                <p className={classes.mail}>
                  <Email address={agent.email} />
                </p>
                <p className={classes.why} id={`why-${agent.id}`}>
                  {[isByName ? "by name" : null, other].filter((reason) => reason !== null).join(" and ")}
                </p>
              </div>
              <Switch
                aria-label={`${name} can ask this theme`}
                aria-describedby={`why-${agent.id}`}
                checked={isByName || other !== null}
                disabled={other !== null}
                onChange={(event) => void change(agent.id, event.currentTarget.checked)}
              />
            </li>
          );
        })}
      </ul>
      {agents.hasNextPage && (
        <Button
          className={classes.more}
          loading={agents.isFetchingNextPage}
          onClick={() => void agents.fetchNextPage()}
        >
          {`Show more (${shown.length} of ${formatNumber(total)})`}
        </Button>
      )}
    </>
  );
}

/** Access that a switch can't take away; null: there is none. */
function otherReason(access: ThemeAccess | undefined): string | null {
  if (access?.isAdministrator) return "as an administrator";
  const names = access?.throughWorkspaces.map(({ name }) => name) ?? [];
  return names.length === 0 ? null : `through ${new Intl.ListFormat("en").format(names)}`;
}
