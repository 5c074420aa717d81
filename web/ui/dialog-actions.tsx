import type { ReactNode } from "react";
import classes from "./dialog-actions.module.css";

/** The buttons at the end of a dialog; they stay visible while the content above scrolls. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
