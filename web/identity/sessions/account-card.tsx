import type { ReactNode } from "react";
import classes from "./account-card.module.css";

/** The card for signing in and setting passwords. */
export function AccountCard({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main id="main" className={classes.place} tabIndex={-1}>
      <a href="/" className={classes.logo}>
        Footnote<sup aria-hidden>1</sup>
      </a>
      <section className={classes.card}>
        <h1>{title}</h1>
        {lead && (
          <p className={classes.lead} aria-live="polite">
            {lead}
          </p>
        )}
        {children}
      </section>
    </main>
  );
}
