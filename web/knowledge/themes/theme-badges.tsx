import type { Theme } from "#contract/knowledge/themes.ts";
import { modelNames } from "#web/models/models/model-names.ts";
import { Badge } from "#web/ui/parts.tsx";
import classes from "./themes.module.css";

/** A theme's model, and whether it can be asked: on one line, also beside a name that fills it. */
export function ThemeBadges({ theme }: { theme: Theme }) {
  return (
    <span className={classes.badges}>
      <Badge>{modelNames[theme.modelType]}</Badge>
      <Badge tone={theme.isActive ? "ok" : "warn"}>{theme.isActive ? "Active" : "Inactive"}</Badge>
    </span>
  );
}
