import { Pencil, Trash2 } from "lucide-react";
import type { HelpItem } from "#contract/help.ts";
import { IconButton } from "../ui/icon-button.tsx";
import classes from "./help.module.css";

/** null for people who only read. */
export type Editing = { onEdit(item: HelpItem): void; onDelete(item: HelpItem): void } | null;

export function ItemActions({ item, edit }: { item: HelpItem; edit: Editing }) {
  if (edit === null) return null;
  const [change, remove] = item.isInherited
    ? ["Customize for your company", "Hide from your company"]
    : [`Edit ${item.title}`, `Delete ${item.title}`];
  return (
    <div className={classes.actions}>
      <IconButton icon={Pencil} label={change} onClick={() => edit.onEdit(item)} />
      <IconButton icon={Trash2} label={remove} onClick={() => edit.onDelete(item)} />
    </div>
  );
}
