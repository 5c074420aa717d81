import { ArrowDown, ArrowUp, Pencil, Trash2 } from "lucide-react";
import type { HelpItem } from "#contract/operation/help.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import classes from "./help.module.css";

/** null for people with read access only. */
export type Editing = {
  onEdit(item: HelpItem): void;
  onDelete(item: HelpItem): void;
  /** null in a filtered list. */
  onMove: ((item: HelpItem, direction: "up" | "down") => void) | null;
} | null;

type Props = { item: HelpItem; edit: Editing; isFirst: boolean; isLast: boolean };

export function ItemActions({ item, edit, isFirst, isLast }: Props) {
  if (edit === null) return null;
  const { onMove } = edit;
  const [change, remove] = item.isInherited
    ? ["Customize for your company", "Hide from your company"]
    : [`Edit ${item.title}`, `Delete ${item.title}`];
  return (
    <div className={classes.actions}>
      {onMove !== null && (
        <>
          <IconButton
            icon={ArrowUp}
            label={`Move up ${item.title}`}
            disabled={isFirst}
            onClick={() => onMove(item, "up")}
          />
          <IconButton
            icon={ArrowDown}
            label={`Move down ${item.title}`}
            disabled={isLast}
            onClick={() => onMove(item, "down")}
          />
        </>
      )}
      <IconButton icon={Pencil} label={change} onClick={() => edit.onEdit(item)} />
      <IconButton icon={Trash2} label={remove} onClick={() => edit.onDelete(item)} />
    </div>
  );
}
