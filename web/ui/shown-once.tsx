import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { DialogActions } from "./dialog-actions.tsx";
import { Secret } from "./secret.tsx";
import classes from "./shown-once.module.css";

type Props = {
  secret: string;
  /** Of the copy button. */
  label: string;
  /** One or more paragraphs saying that it can't be shown again. */
  warning: ReactNode;
  /** Instructions below the secret. */
  children?: ReactNode;
  onClose(): void;
};

/** The content of a dialog that shows a new secret, once. */
export function ShownOnce({ secret, label, warning, children, onClose }: Props) {
  return (
    <div className={classes.stack}>
      {warning}
      <Secret value={secret} label={label} />
      {children}
      <DialogActions>
        <Button tone="primary" onClick={onClose}>
          I copied it
        </Button>
      </DialogActions>
    </div>
  );
}
