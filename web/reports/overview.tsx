import type { ChatReport } from "#contract/reports.ts";
import { BarList } from "./bar-list.tsx";
import { bucketsOf } from "./buckets.ts";
import { Columns } from "./columns.tsx";
import { DocumentsNeverUsed, DocumentsUsedMost } from "./document-use.tsx";
import { changeText, dayText, secondsText } from "./figures.ts";
import { Sheet } from "./sheet.tsx";
import { UnansweredTopics } from "./unanswered-topics.tsx";
import pairs from "./pairs.module.css";
import classes from "./reports.module.css";

const outcomeNames = { answered: "answered", abstained: "not in the documents", failed: "failed" } as const;

type DailyProps = {
  report: ChatReport;
  days: ChatReport["interactionsByDay"];
  before: ChatReport["interactionsByDay"];
};

/** More days become columns. */
const mostBars = 14;

/** Days, ratings, outcomes, time to answer, and the documents' use. */
export function Overview({ report }: { report: ChatReport }) {
  return (
    <div className={classes.columns}>
      <div className={classes.stack}>
        <DailySheet
          report={report}
          days={report.interactionsByDay}
          before={report.before.interactionsByDay}
        />
        <DocumentsUsedMost documents={report.documents} />
        <DocumentsNeverUsed documents={report.documents} />
      </div>
      <div className={classes.stack}>
        <RatingSheet report={report} />
        <OutcomeSheet report={report} />
        <UnansweredTopics topics={report.unansweredByTopic} />
        <Sheet title="Time to answer">
          <dl className={pairs.pairs}>
            <div>
              <dt>Median</dt>
              <dd>{secondsText(report.secondsToAnswer.median)}</dd>
            </div>
            <div>
              <dt>95th percentile</dt>
              <dd>{secondsText(report.secondsToAnswer.p95)}</dd>
            </div>
            <div>
              <dt>95th percentile, previous period</dt>
              <dd>{secondsText(report.before.secondsToAnswer.p95)}</dd>
            </div>
          </dl>
        </Sheet>
        <WriterSheet report={report} />
      </div>
    </div>
  );
}

/** @param before the preceding days, if shown */
export function DailySheet({ report, days, before }: DailyProps) {
  const title = "Daily Interactions";
  return (
    <Sheet title={title} table={[["Date", "Interactions"], ...days.map(({ date, count }) => [date, count])]}>
      {days.length <= mostBars ? (
        <BarList
          title={title}
          bars={days.map(({ date, count }, place) => ({
            key: date,
            label: dayText(date, report.period),
            count,
            before: before[place]?.count,
          }))}
        />
      ) : (
        <Columns title={title} buckets={bucketsOf(days, before)} />
      )}
    </Sheet>
  );
}

export function RatingSheet({ report }: { report: ChatReport }) {
  const { ratingDistribution } = report;
  return (
    <Sheet
      title="Rating Distribution"
      table={[["Rating", "Interactions"], ...ratingDistribution.map(({ rating, count }) => [rating, count])]}
    >
      <BarList
        title="Rating Distribution"
        bars={ratingDistribution.map(({ rating, count }) => ({
          key: rating,
          label: rating,
          count,
          tone: rating === "good" ? "ok" : "bad",
        }))}
      />
    </Sheet>
  );
}

function OutcomeSheet({ report }: { report: ChatReport }) {
  const before = new Map(report.before.outcomes.map(({ outcome, count }) => [outcome, count]));
  return (
    <Sheet
      title="Outcome"
      table={[
        ["Outcome", "Interactions", "Previous period"],
        ...report.outcomes.map(({ outcome, count }) => [
          outcomeNames[outcome],
          count,
          before.get(outcome) ?? 0,
        ]),
        ["with a removed sentence", report.unsupportedAnswers, report.before.unsupportedAnswers],
      ]}
    >
      <BarList
        title="Outcome"
        bars={report.outcomes.map(({ outcome, count }) => ({
          key: outcome,
          label: outcomeNames[outcome],
          count,
        }))}
      />
      <p className={classes.remark}>{unsupportedText(report.unsupportedAnswers)}</p>
      <p className={classes.remark}>
        Not in the documents: {changeText(countOf(report, "abstained"), before.get("abstained") ?? 0)} vs
        previous {report.period} days.
      </p>
    </Sheet>
  );
}

function countOf(report: ChatReport, outcome: "abstained"): number {
  return report.outcomes.find((row) => row.outcome === outcome)?.count ?? 0;
}

/** Models by name; the product's own term for answers without one. */
function WriterSheet({ report }: { report: ChatReport }) {
  const rows = report.interactionsByModel.map(({ model, count }) => ({
    name: { extractive: "quotes only", approved: "approved answer", model: "a model" }[model] ?? model,
    count,
  }));
  return (
    <Sheet
      title="Answered by"
      table={[["Model", "Interactions"], ...rows.map(({ name, count }) => [name, count])]}
    >
      <ul className={classes.documents}>
        {rows.map(({ name, count }) => (
          <li key={name}>
            <span>{name}</span>
            <span className={classes.number}>{count.toLocaleString()}</span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function unsupportedText(count: number): string {
  if (count === 0) return "No sentence was removed for lack of support.";
  return count === 1
    ? "1 answer had sentences removed that no source supports."
    : `From ${count.toLocaleString()} answers had sentences removed that no source supports.`;
}
