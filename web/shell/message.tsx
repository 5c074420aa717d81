import type { ReactNode } from "react";
import classes from "./message.module.css";

/** A page that says one thing. */
export function Message({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <main id="main" className={classes.message}>
      <h1>{title}</h1>
      {children && <p>{children}</p>}
      {action}
    </main>
  );
}
