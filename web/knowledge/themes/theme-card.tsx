import { Copy, Pencil, Trash2 } from "lucide-react";
import { memo } from "react";
import type { Theme } from "#contract/knowledge/themes.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import type { Selection } from "#web/ui/selection.ts";
import { SelectRow } from "#web/ui/selection-bar.tsx";
import type { Tone } from "#web/ui/parts.tsx";
import { TagRow } from "#web/ui/tag-row.tsx";
import { ThemeBadges } from "./theme-badges.tsx";
import { WorkspaceAssignments } from "./workspace-assignments.tsx";
import classes from "./themes.module.css";

type Props = {
  theme: Theme;
  /** Set where a list mixes themes of several companies. */
  company?: string | undefined;
  onEdit(theme: Theme, tab?: string): void;
  onCopy(theme: Theme): void;
  onDelete(theme: Theme): void;
  selection: Selection<Theme>;
};

/** Re-renders when the theme changes, not when the URL does. */
export const ThemeCard = memo(function ThemeCard({
  theme,
  company,
  selection,
  onEdit,
  onCopy,
  onDelete,
}: Props) {
  return (
    <article className={classes.card} aria-label={theme.name}>
      <div className={classes.top}>
        <div className={classes.head}>
          <SelectRow selection={selection} row={theme} name={theme.name} />
          <h2 className={classes.name}>{theme.name}</h2>
          <div style={{ display: "flex" }}>
            <IconButton icon={Pencil} label={`Edit ${theme.name}`} onClick={() => onEdit(theme)} />
            <IconButton icon={Copy} label={`Copy ${theme.name}`} onClick={() => onCopy(theme)} />
            <IconButton icon={Trash2} label={`Delete ${theme.name}`} onClick={() => onDelete(theme)} />
          </div>
        </div>
        <div className={classes.state}>
          <ThemeBadges theme={theme} />
          {company !== undefined && <span className={classes.company}>{company}</span>}
        </div>
        {theme.isClosed && <p className={classes.purpose}>None of its workspaces is active.</p>}
        {theme.purpose && <p className={classes.purpose}>{theme.purpose}</p>}
        <dl className={classes.tags}>
          <TagList label="Distribution Partners" tags={theme.distributionPartnerTags} tone="partners" />
          <TagList label="Products" tags={theme.productTags} tone="products" />
          <TagList label="Topics" tags={theme.topicTags} tone="topics" />
        </dl>
        <div className={classes.counts}>
          <button type="button" className={classes.count} onClick={() => onEdit(theme, "documents")}>
            <b>{theme.documentCount}</b> {theme.documentCount === 1 ? "document" : "documents"}
          </button>
          <button type="button" className={classes.count} onClick={() => onEdit(theme, "agents")}>
            <b>{theme.agentCount}</b> {theme.agentCount === 1 ? "assigned agent" : "assigned agents"}
          </button>
        </div>
      </div>
      <WorkspaceAssignments theme={theme} />
    </article>
  );
});

const shownTags = 4;

function TagList({ label, tags, tone }: { label: string; tags: string[]; tone: Tone }) {
  if (tags.length === 0) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <TagRow tags={tags.map((tag) => ({ tag, tone }))} shown={shownTags} />
      </dd>
    </div>
  );
}
