import type { ReactNode } from "react";
import classes from "./gallery.module.css";

/** One state, with its name. */
export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.state}>
      <p className={classes.name}>{name}</p>
      {children}
    </div>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>;
}
