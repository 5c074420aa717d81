import type { FormEvent, ReactNode } from "react";
import { Button } from "./button.tsx";
import { DialogActions } from "./dialog-actions.tsx";
import classes from "./form.module.css";

type Props = {
  children: ReactNode;
  /** The button's idle label. */
  action: string;
  isSaving: boolean;
  /** Its label while saving. */
  busy?: string;
  canSave: boolean;
  onSave(): void;
  onCancel(): void;
};

/** A dialog's fields and its two buttons; Enter saves. */
export function DialogForm({
  children,
  action,
  isSaving,
  busy = "Saving...",
  canSave,
  onSave,
  onCancel,
}: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSave && !isSaving) onSave();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {children}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={!canSave || isSaving}>
          {isSaving ? busy : action}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Two fields side by side if they fit. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={classes.pair}>{children}</div>;
}
