import type { ReactNode } from "react";
import classes from "./message.module.css";

/** A page with a single message. */
export function Message({
  title,
  isOutside = false,
  children,
  action,
}: {
  title: string;
  /** No navigation above it: it names the product itself. */
  isOutside?: boolean;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <main id="main" className={classes.message} tabIndex={-1}>
      {isOutside && (
        <a href="/" className={classes.logo}>
          Footnote<sup aria-hidden>1</sup>
        </a>
      )}
      <h1>{title}</h1>
      {children && <p>{children}</p>}
      {action}
    </main>
  );
}
