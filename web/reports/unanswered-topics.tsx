import { Link } from "@tanstack/react-router";
import type { ChatReport } from "#contract/reports.ts";
import { useCompany } from "../company-scope/company.ts";
import { useShown } from "../ui/printing.ts";
import { Sheet } from "./sheet.tsx";
import classes from "./reports.module.css";

/** Questions the documents don't answer: missing policies. Each topic links to its questions. */
export function UnansweredTopics({ topics }: { topics: ChatReport["unansweredByTopic"] }) {
  const { companyId } = useCompany();
  const shown = useShown(10);
  return (
    <Sheet
      title="Unanswered questions by topic"
      table={[["Topic", "Questions"], ...topics.map(({ topic, count }) => [topic ?? "No topic", count])]}
    >
      {topics.length === 0 ? (
        <p className={classes.remark}>Every question was answered in this period.</p>
      ) : (
        <ul className={classes.documents}>
          {topics.slice(0, shown).map(({ topic, count }) => (
            <li key={topic ?? ""}>
              <Link
                to="/admin"
                search={{
                  tab: "interactions",
                  outcome: "abstained",
                  ...(topic === null ? {} : { q: topic }),
                  companyId,
                }}
                className={classes.link}
              >
                {topic ?? "No topic"}
              </Link>
              <span className={classes.number}>{count.toLocaleString()}</span>
            </li>
          ))}
        </ul>
      )}
      {topics.length > shown && <p className={classes.remark}>and {topics.length - shown} more</p>}
    </Sheet>
  );
}
