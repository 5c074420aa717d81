import { useId, type ComponentProps, type ReactNode } from "react";
import order from "./sequential-reveal.module.css";
import classes from "./section.module.css";

type Props = Omit<ComponentProps<"section">, "title" | "about" | "className"> & {
  title: string;
  /** The section's purpose. */
  about?: ReactNode;
  /** At the end of the title's line: a button that adds to the section, or its status. */
  action?: ReactNode;
  /** On its own sheet, next to other sections; otherwise directly on the page. */
  isSheet?: boolean;
};

/** A titled part of a screen: its purpose, its action, and its content one below the other, in the order of loading. */
export function Section({ title, about, action, isSheet, children, ...section }: Props) {
  const id = useId();
  return (
    <section
      {...section}
      aria-labelledby={id}
      className={`${classes.section} ${order.inOrder}`}
      data-sheet={isSheet || undefined}
    >
      <header className={classes.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {about !== undefined && <p>{about}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}
