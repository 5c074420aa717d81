import type { ReactNode } from "react";
import classes from "./sequential-reveal.module.css";

/**
 * Parts that load by themselves: while one shows its spinner or outline, those below it wait, because it would push them down when it arrives. Content loaded by a press shows neither.
 */
export function SequentialReveal({ className = "", children }: { className?: string; children: ReactNode }) {
  return <div className={`${classes.inOrder} ${className}`}>{children}</div>;
}
