import type { ChatReport } from "#contract/answering/reports.ts";
import { BarList } from "./bar-list.tsx";
import { bucketsOf } from "./buckets.ts";
import { otherWriters } from "#web/answering/interactions/address.ts";
import { Columns } from "./columns.tsx";
import { Counted, daysOf } from "./counted.tsx";
import { DocumentsNeverUsed, DocumentsUsedMost } from "./document-use.tsx";
import { changeText, dayText, secondsText } from "./figures.ts";
import { formatNumber } from "#web/ui/format.ts";
import { Sheet } from "./sheet.tsx";
import { UnansweredTopics } from "./unanswered-topics.tsx";
import pairs from "./pairs.module.css";
import classes from "./reports.module.css";

const outcomeNames = { answered: "answered", abstained: "declined", failed: "failed" } as const;

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
        <DocumentsUsedMost report={report} />
        <DocumentsNeverUsed report={report} />
      </div>
      <div className={classes.stack}>
        <RatingSheet report={report} />
        <OutcomeSheet report={report} />
        <UnansweredTopics report={report} />
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
        <ApprovedSheet report={report} />
      </div>
    </div>
  );
}

/** @param before the preceding days, if shown */
export function DailySheet({ report, days, before }: DailyProps) {
  const title = "Daily Interactions";
  return (
    <Sheet
      title={title}
      table={[["Date", "Interactions"], ...days.map(({ date, count }) => [{ day: date }, count])]}
    >
      {days.length <= mostBars ? (
        <BarList
          title={title}
          bars={days.map(({ date, count }, index) => ({
            key: date,
            label: dayText(date, report.period),
            count,
            before: before[index]?.count,
            search: { from: date, to: date },
          }))}
        />
      ) : (
        <Columns title={title} buckets={bucketsOf(days, before)} countsRows />
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
          search: { ...daysOf(report), rating },
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
          search: { ...daysOf(report), outcome },
        }))}
      />
      <p className={classes.remark}>
        <Unsupported report={report} />
      </p>
      <p className={classes.remark}>
        Declined: {changeText(countOf(report, "abstained"), before.get("abstained") ?? 0)} vs previous{" "}
        {report.period} days.
      </p>
    </Sheet>
  );
}

function countOf(report: ChatReport, outcome: "abstained"): number {
  return report.outcomes.find((row) => row.outcome === outcome)?.count ?? 0;
}

/** Models by name; the product's own term for answers without one. */
function WriterSheet({ report }: { report: ChatReport }) {
  const others = [...otherWriters];
  const rows = report.interactionsByModel.map(({ model, count }) => {
    const [value, other] = others.find(([, { mode }]) => mode === model) ?? [model];
    return { value, name: other?.label ?? model, count };
  });
  return (
    <Sheet
      title="Questions by model"
      table={[["Model", "Interactions"], ...rows.map(({ name, count }) => [name, count])]}
    >
      <ul className={classes.documents}>
        {rows.map(({ value, name, count }) => (
          <li key={name}>
            <span>{name}</span>
            <span className={classes.number}>
              <Counted count={count} days={daysOf(report)} search={{ model: value }} />
            </span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** What approved answers spared others; nothing where none was used. */
function ApprovedSheet({ report }: { report: ChatReport }) {
  const { uses, savedMinutes, most } = report.approvedAnswers;
  if (uses === 0) return null;
  const share = Math.round((100 * uses) / report.totalInteractions);
  return (
    <Sheet
      title="Approved answers"
      table={[["Approved answer", "Times used"], ...most.map((row) => [row.question, row.uses])]}
    >
      <dl className={pairs.pairs}>
        <div>
          <dt>Share of questions</dt>
          <dd>{`${share}%`}</dd>
        </div>
        <div>
          <dt>Times used</dt>
          <dd>
            <Counted count={uses} days={daysOf(report)} search={{ model: "approved" }} />
          </dd>
        </div>
        {savedMinutes !== null && (
          <div>
            <dt>Minutes saved</dt>
            <dd>{formatNumber(savedMinutes)}</dd>
          </div>
        )}
      </dl>
      <ul className={classes.documents}>
        {most.map((row) => (
          <li key={row.id}>
            <span>{row.question}</span>
            <span className={classes.number}>
              <Counted count={row.uses} days={daysOf(report)} search={{ approved: row.id }} />
            </span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function Unsupported({ report }: { report: ChatReport }) {
  const count = report.unsupportedAnswers;
  if (count === 0) return "No sentence was removed for lack of support.";
  const counted = <Counted count={count} days={daysOf(report)} search={{ reduced: "yes" }} />;
  return count === 1 ? (
    <>{counted} answer had sentences removed that no source supports.</>
  ) : (
    <>From {counted} answers had sentences removed that no source supports.</>
  );
}
