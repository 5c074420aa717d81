import type { ReactNode } from "react";
import classes from "./dialog-actions.module.css";

/** The buttons at the end of a dialog; they stay in sight while what is above them scrolls. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
