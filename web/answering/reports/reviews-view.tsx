import { useQuery } from "@tanstack/react-query";
import type { ReviewReport } from "#contract/answering/reports.ts";
import { verdictNames } from "#web/answering/reviews/review-names.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { DataTable } from "#web/ui/data-table.tsx";
import { Empty, Problem, Spinner } from "#web/ui/parts.tsx";
import { BarList } from "./bar-list.tsx";
import { dayText, shareText } from "./figures.ts";
import { reviewReportQuery } from "./queries.ts";
import { Counted, daysOf } from "./counted.tsx";
import { Sheet } from "./sheet.tsx";
import { Change, Total } from "./totals.tsx";
import classes from "./reports.module.css";

/** Answer quality: reviewers' findings, agreement between two reviewers, and both over time. */
export function ReviewsView({ period }: { period: number }) {
  const { companyId } = useCompany();
  const { data, isError, refetch } = useQuery(reviewReportQuery(period, companyId));
  if (isError)
    return <Problem onRetry={() => void refetch()}>Failed to load report data. Please try again.</Problem>;
  if (data === undefined) return <Spinner />;
  if (data.reviewed === 0 && data.secondOpinions === 0) return <Empty>No report data available.</Empty>;
  return (
    <>
      <dl className={classes.totals}>
        <Total
          label="Answers reviewed"
          value={<Counted count={data.reviewed} days={daysOf(data)} search={{ status: "done" }} />}
        >
          <Change now={data.reviewed} before={data.before.reviewed} period={data.period} />
        </Total>
        <Total label="Accuracy" value={shareText(data.correct, data.reviewed)}>
          {data.before.reviewed === 0
            ? "found correct"
            : `found correct · ${shareText(data.before.correct, data.before.reviewed)} before`}
        </Total>
        <Total label="Agreement" value={shareText(data.agreed, data.secondOpinions)}>
          of{" "}
          <Counted
            count={data.secondOpinions}
            days={daysOf(data)}
            search={{ status: "any", opinion: "second" }}
          />{" "}
          {data.secondOpinions === 1 ? "second opinion" : "second opinions"}
        </Total>
        <Total label="Waiting now" value={<Counted count={data.waiting} search={{ status: "waiting" }} />}>
          for a verdict
        </Total>
      </dl>
      <div className={classes.halves}>
        <Sheet
          title="Verdicts"
          table={[
            ["Verdict", "Answers"],
            ...data.verdicts.map(({ verdict, count }) => [verdictNames[verdict], count]),
          ]}
        >
          <BarList
            title="Verdicts"
            bars={data.verdicts.map(({ verdict, count }) => ({
              key: verdict,
              label: verdictNames[verdict],
              count,
              tone: verdict === "correct" ? "ok" : "bad",
              search: { ...daysOf(data), status: "done", verdict },
            }))}
          />
        </Sheet>
        <Sheet
          title="By reviewer"
          table={[
            ["Name", "Email", "Reviews", "Found correct"],
            ...data.byReviewer.map((row) => [row.name, row.email, row.reviews, row.correct]),
          ]}
        >
          <ul className={classes.documents}>
            {data.byReviewer.map((row) => (
              <li key={row.id}>
                <span title={row.email}>{row.name}</span>
                <span className={classes.number}>
                  <Counted
                    count={row.reviews}
                    days={daysOf(data)}
                    search={{ status: "any", reviewer: row.id }}
                  />{" "}
                  {row.reviews === 1 ? "review" : "reviews"}
                </span>
              </li>
            ))}
          </ul>
        </Sheet>
      </div>
      <Weeks report={data} />
    </>
  );
}

/** The days of a week that belong to the report. */
function weekIn({ from, to }: ReviewReport, monday: string): { from: string; to: string } {
  const sunday = new Date(Date.parse(`${monday}T00:00:00Z`) + 6 * 86_400_000).toISOString().slice(0, 10);
  return { from: monday < from ? from : monday, to: sunday > to ? to : sunday };
}

function Weeks({ report }: { report: ReviewReport }) {
  const weeks = report.byWeek.toReversed();
  return (
    <Sheet
      title="Accuracy and agreement by week"
      table={[
        ["Week of", "Reviewed", "Correct", "Second opinions", "Agreed"],
        ...report.byWeek.map((week) => [
          week.from,
          week.reviewed,
          week.correct,
          week.secondOpinions,
          week.agreed,
        ]),
      ]}
    >
      <DataTable
        isNarrow
        label="Weeks, newest first"
        rows={weeks}
        keyOf={(week) => week.from}
        columns={[
          { label: "Week of", render: (week) => dayText(week.from, 365) },
          {
            label: "Reviewed",
            align: "end",
            render: (week) => (
              <Counted count={week.reviewed} days={weekIn(report, week.from)} search={{ status: "done" }} />
            ),
          },
          { label: "Accuracy", align: "end", render: (week) => shareText(week.correct, week.reviewed) },
          {
            label: "Agreement",
            align: "end",
            render: (week) => shareText(week.agreed, week.secondOpinions),
          },
        ]}
      />
    </Sheet>
  );
}
