import type { ChatReport } from "#contract/answering/reports.ts";
import { Badge } from "#web/ui/parts.tsx";
import { Counted, daysOf } from "./counted.tsx";
import { Sheet } from "./sheet.tsx";
import classes from "./reports.module.css";

const categories = [
  {
    group: "distributionPartners",
    title: "Distribution Partners",
    word: "distribution partner",
    tone: "partners",
  },
  { group: "products", title: "Products", word: "product", tone: "products" },
  { group: "topics", title: "Topics", word: "topic", tone: "topics" },
  { group: "states", title: "States", word: "state", tone: "states" },
] as const;

/** A card per tag category: the tags used to narrow questions, and how often. */
export function TagLists({ report }: { report: ChatReport }) {
  return (
    <div className={classes.halves}>
      {categories.map(({ group, title, word, tone }) => {
        const tags = report.interactionsByTag[group];
        return (
          <Sheet
            key={group}
            title={title}
            table={[["Tag", "Interactions"], ...tags.map(({ tag, count }) => [tag, count])]}
          >
            {tags.length === 0 ? (
              <p className={classes.remark}>No {word} tags used</p>
            ) : (
              <ul className={classes.documents}>
                {tags.map(({ tag, count }) => (
                  <li key={tag}>
                    <Badge tone={tone}>{tag}</Badge>
                    <span className={classes.number}>
                      <Counted count={count} days={daysOf(report)} search={{ tag, group }} />
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </Sheet>
        );
      })}
    </div>
  );
}
