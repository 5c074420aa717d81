import { Copy, Pencil, Trash2 } from "lucide-react";
import { memo } from "react";
import type { Theme, ThemeActivity } from "#contract/knowledge/themes.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import type { Selection } from "#web/ui/selection.ts";
import { SelectRow } from "#web/ui/selection-bar.tsx";
import { ThemeBadges } from "./theme-badges.tsx";
import { WeekLine } from "./week-line.tsx";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./theme-row.module.css";

type Props = {
  theme: Theme;
  /** Undefined while unknown; space is reserved. */
  activity: ThemeActivity | undefined;
  company?: string | undefined;
  onEdit(theme: Theme, tab?: string): void;
  onCopy(theme: Theme): void;
  onDelete(theme: Theme): void;
  selection: Selection<Theme>;
};

/** A theme as a row of the list: document status, access, and its last seven days. */
export const ThemeRow = memo(function ThemeRow({
  theme,
  activity,
  company,
  selection,
  onEdit,
  onCopy,
  onDelete,
}: Props) {
  const tags =
    theme.distributionPartnerTags.length +
    theme.productTags.length +
    theme.topicTags.length +
    theme.stateTags.length;
  return (
    <article className={classes.row} aria-label={theme.name}>
      <div className={classes.what}>
        <div className={classes.title}>
          <SelectRow selection={selection} row={theme} name={theme.name} />
          <div className={classes.named}>
            <h2 className={classes.name}>
              <button type="button" onClick={() => onEdit(theme)}>
                {theme.name}
              </button>
            </h2>
            <ThemeBadges theme={theme} />
          </div>
        </div>
        {tags > 0 && (
          <button type="button" className={classes.state} onClick={() => onEdit(theme, "tags")}>
            {counted(tags, "tag")}
          </button>
        )}
        <p className={classes.purpose}>
          {joinFacts([company, theme.isClosed ? "None of its workspaces is active." : "", theme.purpose])}
        </p>
      </div>
      <button type="button" className={classes.state} onClick={() => onEdit(theme, "documents")}>
        <Documents count={theme.documentCount} states={activity?.documents} />
      </button>
      <button type="button" className={classes.state} onClick={() => onEdit(theme, "agents")}>
        <Askers agents={theme.agentCount} workspaces={activity?.workspaces} />
      </button>
      <div className={classes.week}>{activity !== undefined && <WeekLine days={activity.days} />}</div>
      <div className={classes.actions}>
        {theme.isActive && (
          <ButtonLink
            size="xs"
            to="/agent-workbench"
            search={{ theme: theme.id, companyId: theme.companyId }}
            aria-label={`Ask ${theme.name}`}
          >
            Ask
          </ButtonLink>
        )}
        <IconButton icon={Pencil} label={`Edit ${theme.name}`} onClick={() => onEdit(theme)} />
        <IconButton icon={Copy} label={`Copy ${theme.name}`} onClick={() => onCopy(theme)} />
        <IconButton icon={Trash2} label={`Delete ${theme.name}`} onClick={() => onDelete(theme)} />
      </div>
    </article>
  );
});

const counted = (count: number, one: string, many = `${one}s`) => `${count}\u00a0${count === 1 ? one : many}`;

function Documents({ count, states }: { count: number; states: ThemeActivity["documents"] | undefined }) {
  const parts =
    states === undefined || states.ready === count
      ? []
      : [
          states.ready > 0 ? `${states.ready}\u00a0ready` : "",
          states.reading > 0 ? `${states.reading}\u00a0being\u00a0read` : "",
          states.needYou > 0
            ? `${states.needYou}\u00a0${states.needYou === 1 ? "needs" : "need"}\u00a0you`
            : "",
        ].filter(Boolean);
  return (
    <span data-warn={count === 0 || (states !== undefined && states.needYou > 0) || undefined}>
      {counted(count, "document")}
      {parts.length > 0 && `: ${parts.join(", ")}`}
    </span>
  );
}

function Askers({ agents, workspaces }: { agents: number; workspaces: number | undefined }) {
  if (agents === 0 && workspaces === 0) return <span data-warn>Nobody yet</span>;
  const parts = [
    workspaces !== undefined && workspaces > 0 ? counted(workspaces, "workspace") : "",
    agents > 0 ? counted(agents, "assigned\u00a0agent") : "",
  ].filter(Boolean);
  return <span>{parts.length === 0 ? "Who can ask" : parts.join(", ")}</span>;
}
