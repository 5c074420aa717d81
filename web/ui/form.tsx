import type { FormEvent, ReactNode } from "react";
import { Button } from "./button.tsx";
import { DialogActions } from "./dialog-actions.tsx";
import classes from "./form.module.css";

type Props = {
  children: ReactNode;
  /** What the button says at rest. */
  action: string;
  isSaving: boolean;
  /** What it says meanwhile. */
  busy?: string;
  canSave: boolean;
  onSave(): void;
  onCancel(): void;
};

/** The fields of a dialog, with its two buttons; Enter saves. */
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

/** Two fields side by side where there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={classes.pair}>{children}</div>;
}
