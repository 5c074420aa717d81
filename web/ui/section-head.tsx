import type { ReactNode } from "react";
import classes from "./section-head.module.css";

type Props = {
  /** Of the heading, for the section's `aria-labelledby`. */
  id: string;
  title: string;
  /** The section's purpose. */
  children: ReactNode;
  action: ReactNode;
};

/** The head of a section: its title and purpose, and the button that adds to it. */
export function SectionHead({ id, title, children, action }: Props) {
  return (
    <header className={classes.head}>
      <div>
        <h2 id={id}>{title}</h2>
        <p>{children}</p>
      </div>
      {action}
    </header>
  );
}
