import { Loader } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./parts.module.css";

export function Spinner({ label = "Loading" }: { label?: string }) {
  return (
    <div className={classes.spinner} role="status" aria-label={label} data-waiting>
      <Loader size="sm" color="var(--ink-3)" />
    </div>
  );
}

/** A screen's title and actions. */
export function PageHeader({
  title,
  subtitle,
  children,
}: {
  title: string;
  subtitle?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className={classes.header}>
      <div>
        <h1 className={classes.title}>{title}</h1>
        {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </header>
  );
}

export function Page({ children, width = "wide" }: { children: ReactNode; width?: "wide" | "narrow" }) {
  return (
    <main id="main" className={classes.page} data-width={width} tabIndex={-1}>
      {children}
    </main>
  );
}

/** An empty list, and its next step. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** A load or action failure, in place, with a way forward. */
export function Problem({ children, onRetry }: { children: ReactNode; onRetry?: () => void }) {
  return (
    <div className={classes.problem} role="alert">
      <p>{children}</p>
      {onRetry && (
        <button type="button" className={classes.retry} onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

export type Tone = "plain" | "ok" | "warn" | "bad" | "partners" | "products" | "topics" | "states";

/** A one-word label: status, role, kind. */
export function Badge({ tone = "plain", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
