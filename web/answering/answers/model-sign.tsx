import { ChevronsUpDown } from "lucide-react";
import type { Theme } from "#contract/knowledge/themes.ts";
import { modelNames } from "#web/models/models/model-names.ts";
import { Badge } from "#web/ui/parts.tsx";
import classes from "./workbench.module.css";

/** At the end of the theme picker: its model, and the field's chevron. */
export function modelSign({ modelType }: Theme) {
  return {
    rightSectionWidth: 96,
    rightSectionPointerEvents: "none",
    rightSection: (
      <span className={classes.model}>
        <Badge>{modelNames[modelType]}</Badge>
        <ChevronsUpDown size={14} aria-hidden />
      </span>
    ),
  } as const;
}
