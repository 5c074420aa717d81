import type { ReactNode } from "react";
import classes from "./reports.module.css";

/** A titled part of a report. */
export function Sheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.sheet} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
