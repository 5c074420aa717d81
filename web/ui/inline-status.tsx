import classes from "./inline-status.module.css";

/** Reports an unsaved change beside its control; always mounted, so screen readers announce the message. */
export function InlineStatus({ children }: { children: string | null }) {
  return <div role="status">{children !== null && <p className={classes.line}>{children}</p>}</div>;
}
