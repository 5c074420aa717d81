import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Theme } from "#contract/themes.ts";
import type { User } from "#contract/users.ts";
import { useUser } from "../session.tsx";
import { Problem, Spinner } from "../ui/parts.tsx";
import { SearchInput } from "../ui/search-input.tsx";
import { toast, toastError } from "../ui/toast.tsx";
import { agentsQuery, themeAgentsQuery, useToggleAgent } from "./queries.ts";
import classes from "./theme-editor.module.css";

/** From here on nobody finds a person by looking. */
const searchFrom = 9;

/** Agents of the user's workspace (a super admin's: of the theme's), with a toggle each. */
export function AgentsTab({ theme }: { theme: Theme }) {
  const user = useUser();
  const agents = useQuery(agentsQuery(theme.companyId, user.workspaceId ?? theme.workspaceId));
  const assigned = useQuery(themeAgentsQuery(theme.id));
  const toggle = useToggleAgent(theme.id);
  const [sought, setSought] = useState("");
  if (agents.isError) return <Problem onRetry={() => void agents.refetch()}>Failed to fetch agents</Problem>;
  if (assigned.isError)
    return <Problem onRetry={() => void assigned.refetch()}>Failed to fetch assignments</Problem>;
  if (agents.data === undefined || assigned.data === undefined) return <Spinner />;
  const active = agents.data.filter((agent) => agent.isActive);
  const shown = active.filter((agent) => nameAndMail(agent).includes(sought.trim().toLowerCase()));
  if (active.length === 0) return <p className={classes.later}>No agents available in this workspace</p>;
  const chosen = new Set(assigned.data.map((entry) => entry.userId));
  const change = async (userId: number, assign: boolean) => {
    try {
      await toggle.mutateAsync({ userId, assign });
      toast(assign ? "Agent assigned to theme" : "Agent removed from theme");
    } catch {
      toastError("Failed to update agent assignment");
    }
  };
  return (
    <>
      {active.length >= searchFrom && (
        <SearchInput label="Search agents" placeholder="Search agents" value={sought} onSearch={setSought} />
      )}
      {shown.length === 0 && <p className={classes.later}>No agent is called like that.</p>}
      <ul className={classes.agents}>
        {shown.map((agent) => {
          const name = `${agent.firstName} ${agent.lastName}`.trim() || agent.email;
          return (
            <li key={agent.id}>
              <div>
                <p>{name}</p>
                <p className={classes.mail}>{agent.email}</p>
              </div>
              <Switch
                aria-label={`${name} may ask this theme`}
                checked={chosen.has(agent.id)}
                onChange={(event) => void change(agent.id, event.currentTarget.checked)}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

function nameAndMail({ firstName, lastName, email }: User): string {
  return `${firstName} ${lastName} ${email}`.toLowerCase();
}
