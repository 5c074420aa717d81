import type { ChatReport } from "#contract/reports.ts";
import { BarList } from "./bar-list.tsx";
import { DocumentsNeverUsed, DocumentsUsedMost } from "./document-use.tsx";
import { dayText, secondsText } from "./figures.ts";
import { Sheet } from "./sheet.tsx";
import classes from "./reports.module.css";

const outcomeNames = { answered: "answered", abstained: "not in the documents", failed: "failed" } as const;

/** Days, ratings, outcomes, time to answer, and what the documents were good for. */
export function Overview({ report }: { report: ChatReport }) {
  return (
    <div className={classes.columns}>
      <div className={classes.stack}>
        <Sheet title="Daily Interactions">
          <DailyBars report={report} days={report.interactionsByDay} />
        </Sheet>
        <DocumentsUsedMost documents={report.documents} />
      </div>
      <div className={classes.stack}>
        <Sheet title="Rating Distribution">
          <RatingBars report={report} />
        </Sheet>
        <Sheet title="Outcome">
          <BarList
            title="Outcome"
            bars={report.outcomes.map(({ outcome, count }) => ({
              key: outcome,
              label: outcomeNames[outcome],
              count,
            }))}
          />
          <p className={classes.remark}>{unsupportedText(report.unsupportedAnswers)}</p>
        </Sheet>
        <Sheet title="Time to answer">
          <dl className={classes.pairs}>
            <div>
              <dt>Half of all answers within</dt>
              <dd>{secondsText(report.secondsToAnswer.median)}</dd>
            </div>
            <div>
              <dt>95 of 100 within</dt>
              <dd>{secondsText(report.secondsToAnswer.p95)}</dd>
            </div>
          </dl>
        </Sheet>
        <DocumentsNeverUsed documents={report.documents} />
      </div>
    </div>
  );
}

export function DailyBars({ report, days }: { report: ChatReport; days: ChatReport["interactionsByDay"] }) {
  return (
    <BarList
      title="Daily Interactions"
      bars={days.map(({ date, count }) => ({ key: date, label: dayText(date, report.period), count }))}
    />
  );
}

export function RatingBars({ report }: { report: ChatReport }) {
  return (
    <BarList
      title="Rating Distribution"
      bars={report.ratingDistribution.map(({ rating, count }) => ({
        key: rating,
        label: rating,
        count,
        tone: rating === "good" ? "ok" : "bad",
      }))}
    />
  );
}

function unsupportedText(count: number): string {
  if (count === 0) return "No answer has a sentence without a source.";
  return count === 1
    ? "1 answer has a sentence that no source supports."
    : `${count.toLocaleString()} answers have a sentence that no source supports.`;
}
