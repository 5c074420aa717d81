import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Asker, Askers as Group } from "#contract/answering/ask-as.ts";
import type { Theme } from "#contract/knowledge/themes.ts";
import { Face } from "#web/identity/users/face.tsx";
import { displayName } from "#web/identity/users/person-name.ts";
import { formatNumber } from "#web/ui/format.ts";
import { Problem } from "#web/ui/parts.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { askersQuery } from "./queries.ts";
import classes from "./askers.module.css";

/** Who can ask the theme, as faces by reason; a press on one opens the workbench as that person sees it. */
export function Askers({ theme }: { theme: Theme }) {
  const { data, error, refetch } = useQuery(askersQuery(theme.id));
  if (error !== null) return <Problem onRetry={() => void refetch()}>{error.message}</Problem>;
  if (data === undefined) return <Waiting shape="lines" />;
  const canChoose = data.some(({ people }) => people.some(({ whyNot }) => whyNot === null));
  return (
    <div className={classes.askers}>
      {!theme.isActive && <p className={classes.hint}>The theme is inactive: none of them can ask it now.</p>}
      {data.map((group) => (
        <section
          key={`${group.reason}/${group.workspace?.id ?? ""}`}
          className={classes.reason}
          aria-label={reasonOf(group)}
        >
          <h3>
            {reasonOf(group)} <span>{formatNumber(group.total)}</span>
          </h3>
          <ul className={classes.people}>
            {group.people.map((person) => (
              <li key={person.id}>
                <Person person={person} theme={theme} />
              </li>
            ))}
            {group.total > group.people.length && (
              <li className={classes.others}>and {formatNumber(group.total - group.people.length)} more</li>
            )}
          </ul>
        </section>
      ))}
      {canChoose && (
        <p className={classes.hint}>
          Choose a person to see their themes, documents and answers. This is recorded.
        </p>
      )}
    </div>
  );
}

/** Why a person can't be chosen. */
const reasonsUnseen: Record<NonNullable<Asker["whyNot"]>, string> = {
  yourself: "you",
  another_workspace: "not in your workspaces",
  role: "has more rights",
};

function Person({ person, theme }: { person: Asker; theme: Theme }) {
  const name = displayName(person);
  const shown = (
    <>
      <Face person={person} />
      <span className={classes.name}>{name}</span>
      {person.whyNot !== null && <span className={classes.why}>{reasonsUnseen[person.whyNot]}</span>}
    </>
  );
  if (person.whyNot !== null) return <span className={classes.person}>{shown}</span>;
  return (
    <Link
      to="/ask-as"
      search={{ person: person.id, theme: theme.id, companyId: theme.companyId }}
      className={classes.person}
      title={`Ask as ${name}`}
    >
      <span className="visually-hidden">Ask as</span>
      {shown}
    </Link>
  );
}

function reasonOf({ reason, workspace }: Group): string {
  if (workspace !== null) return `Through ${workspace.name}`;
  return reason === "by_name" ? "By name" : "As administrators";
}
