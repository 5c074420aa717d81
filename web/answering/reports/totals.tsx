import type { ReactNode } from "react";
import type { ChatReport } from "#contract/answering/reports.ts";
import { Counted, CountedRows, daysOf } from "./counted.tsx";
import { changeText } from "./figures.ts";
import classes from "./reports.module.css";

type Props = {
  report: ChatReport;
  /** The mean rating in this screen's format, and the line under it. */
  rating: string;
  ratingNote: ReactNode;
};

/** The four figures of a period, with the previous period's. */
export function Totals({ report, rating, ratingNote }: Props) {
  const { before } = report;
  return (
    <dl className={classes.totals}>
      <Total
        label="Total Interactions"
        value={<Counted count={report.totalInteractions} days={daysOf(report)} search={{}} />}
      >
        <Change now={report.totalInteractions} before={before.totalInteractions} period={report.period} />
      </Total>
      <Total label="Average Rating" value={rating}>
        {ratingNote}
      </Total>
      <Total label="Active Users" value={<CountedRows count={report.totalUsers} view="agents" />}>
        <Change now={report.totalUsers} before={before.totalUsers} period={report.period} />
      </Total>
      <Total label="Active Themes" value={<CountedRows count={report.totalThemes} view="themes" />}>
        <Change now={report.totalThemes} before={before.totalThemes} period={report.period} />
      </Total>
    </dl>
  );
}

export function Total({ label, value, children }: { label: string; value: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
      <dd className={classes.beside}>{children}</dd>
    </div>
  );
}

type ChangeProps = {
  now: number;
  before: number;
  period: number;
  /** For figures whose increase isn't good news. */
  isNeutral?: boolean;
};

export function Change({ now, before, period, isNeutral = false }: ChangeProps) {
  if (before === 0 && now > 0)
    return <span className={classes.than}>None in the previous {period} days</span>;
  return (
    <span data-direction={isNeutral ? undefined : now > before ? "up" : now < before ? "down" : undefined}>
      {changeText(now, before)}
      {now !== before && <span className={classes.than}> vs previous {period} days</span>}
    </span>
  );
}
