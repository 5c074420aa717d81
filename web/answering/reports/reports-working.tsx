import { Empty } from "#web/ui/parts.tsx";
import { percentText } from "./figures.ts";
import { DailySheet, RatingSheet } from "./overview.tsx";
import { ReportFrame } from "./report-frame.tsx";
import { AgentsTable, ThemesTable } from "./report-tables.tsx";
import { TagLists } from "./tag-lists.tsx";
import { Totals } from "./totals.tsx";
import classes from "./reports.module.css";

/** The other page shows only the last five days (docs/specification/review.md). */
const daysShown = 5;

/** The report on one page: ratings as percentages, the last days, and all four tag lists. */
export default function ReportsWorking() {
  return (
    <ReportFrame>
      {(report) =>
        report.totalInteractions === 0 ? (
          <Empty>No report data available.</Empty>
        ) : (
          <>
            <Totals
              report={report}
              rating={percentText(report.averageRating)}
              ratingNote="Satisfaction rate"
            />
            <div className={classes.halves}>
              <DailySheet report={report} days={report.interactionsByDay.slice(-daysShown)} before={[]} />
              <RatingSheet report={report} />
            </div>
            <h2 className={classes.heading}>Themes</h2>
            <ThemesTable report={report} ratingText={percentText} />
            <h2 className={classes.heading}>Agents</h2>
            <AgentsTable report={report} ratingText={percentText} />
            <h2 className={classes.heading}>Tags</h2>
            <TagLists report={report} />
          </>
        )
      }
    </ReportFrame>
  );
}
