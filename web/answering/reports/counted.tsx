import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { partText } from "./figures.ts";
import classes from "./reports.module.css";

type Days = { from: string; to: string };
type Props = {
  count: number;
  /** The report's days, or one of them. */
  days?: Days;
  /** The list's parameters that leave exactly the rows counted. */
  search: Record<string, string | number | undefined>;
  /** Of which it is a part; shown with its share. */
  whole?: number;
  /** Shown instead of the number. */
  children?: ReactNode;
  className?: string | undefined;
};

/** A number of a report: a link to exactly the rows that it counts. */
export function Counted({ count, days, search, whole, children, className = classes.link }: Props) {
  const { companyId } = useCompany();
  const shown = children ?? (whole === undefined ? count.toLocaleString() : partText(count, whole));
  if (count === 0) return shown;
  return (
    <Link
      to="/admin"
      search={{ tab: "interactions", ...days, ...search, companyId }}
      className={className}
      data-counted={count}
    >
      {shown}
    </Link>
  );
}

/** A number of rows that the report itself shows: a link to that view, for the same days and company. */
export function CountedRows({ count, view }: { count: number; view: "agents" | "themes" }) {
  const text = count.toLocaleString();
  if (count === 0) return text;
  return (
    <Link
      to="/reports"
      search={(address: Record<string, unknown>) => ({ ...address, view })}
      className={classes.link}
      data-counted={count}
    >
      {text}
    </Link>
  );
}

export const daysOf = ({ from, to }: Days): Days => ({ from, to });
