import classes from "./quiet-line.module.css";

/** Says beside a control that its change was not saved; the place is always there, so that the line is read aloud. */
export function QuietLine({ children }: { children: string | null }) {
  return <div role="status">{children !== null && <p className={classes.line}>{children}</p>}</div>;
}
