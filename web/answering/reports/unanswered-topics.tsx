import type { ChatReport } from "#contract/answering/reports.ts";
import { Counted, daysOf } from "./counted.tsx";
import { Sheet } from "./sheet.tsx";
import { useRestOfList } from "./rest-of-list.tsx";
import classes from "./reports.module.css";

/** Questions the documents don't answer: missing policies. Each topic links to its questions. */
export function UnansweredTopics({ report }: { report: ChatReport }) {
  const topics = report.unansweredByTopic;
  const { shown, rest } = useRestOfList(topics.length);
  return (
    <Sheet
      title="Declined questions by topic"
      table={[["Topic", "Questions"], ...topics.map(({ topic, count }) => [topic ?? "No topic", count])]}
    >
      {topics.length === 0 ? (
        <p className={classes.remark}>Every question was answered in this period.</p>
      ) : (
        <ul className={classes.documents}>
          {topics.slice(0, shown).map(({ topic, count }) => (
            <li key={topic ?? ""}>
              <span>{topic ?? "No topic"}</span>
              <span className={classes.number}>
                <Counted
                  count={count}
                  days={daysOf(report)}
                  search={{ outcome: "abstained", topic: topic ?? "-" }}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {rest}
    </Sheet>
  );
}
