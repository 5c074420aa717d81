import { createLink } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import classes from "./cards.module.css";

/** `isBusy`: the previous page's cards stay while the next page renders. */
export function CardGrid({ children, isBusy = false }: { children: ReactNode; isBusy?: boolean }) {
  return (
    <div className={classes.grid} aria-busy={isBusy || undefined}>
      {children}
    </div>
  );
}

/** The same as rows of one sheet, with the add row below. */
export function CardRows({
  children,
  add,
  isBusy,
}: {
  children: ReactNode;
  add: ReactNode;
  isBusy: boolean;
}) {
  return (
    <div className={classes.rows} aria-busy={isBusy || undefined}>
      <div className={classes.sheet}>{children}</div>
      {add}
    </div>
  );
}

type CardProps = {
  /** Id of its open button, for restoring focus. */
  id?: string;
  name: string;
  /** Opens the item; makes the whole card clickable. */
  onOpen?(): void;
  actions: ReactNode;
  badges: ReactNode;
  text: string;
  children: ReactNode;
};

/** An item with its name, type, counts and actions. */
export function Card({ id, name, onOpen, actions, badges, text, children }: CardProps) {
  return (
    <article className={classes.card} aria-label={name} data-opens={onOpen !== undefined || undefined}>
      <div className={classes.head}>
        <h2 className={classes.name}>
          {onOpen === undefined ? (
            name
          ) : (
            <button id={id} type="button" className={classes.open} onClick={onOpen}>
              {name}
            </button>
          )}
        </h2>
        <div className={classes.actions}>{actions}</div>
      </div>
      <div className={classes.badges}>{badges}</div>
      <p className={classes.text}>{text}</p>
      <div className={classes.foot}>{children}</div>
    </article>
  );
}

/** The dashed card at the end of a grid. */
export function AddCard({ children, onClick }: { children: ReactNode; onClick(): void }) {
  return (
    <button type="button" className={classes.add} onClick={onClick}>
      <Plus size={20} aria-hidden />
      {children}
    </button>
  );
}

type CountProps = { value: number | undefined; one: string; many: string };

/** A number with its label; reserves space until loaded. */
export function Count({ value, one, many }: CountProps) {
  return (
    <span className={classes.count} data-unknown={value === undefined || undefined}>
      <b>{value === undefined ? "0" : value.toLocaleString()}</b> {value === 1 ? one : many}
    </span>
  );
}

/** The same, leading to the list that it counts. */
export const CountLink = createLink(
  ({ value, one, many, ...link }: CountProps & ComponentPropsWithoutRef<"a">) => (
    <a {...link} className={classes.counted}>
      <Count value={value} one={one} many={many} />
    </a>
  ),
);
