import type { Citation, NearPassage } from "#contract/answers.ts";
import classes from "./nearest-passages.module.css";

type Props = { passages: NearPassage[]; onOpen(citation: Citation): void };

/** Where a person may look when the documents do not answer: no source of anything, only the closest words. */
export function NearestPassages({ passages, onOpen }: Props) {
  if (passages.length === 0) return null;
  return (
    <section className={classes.nearest} aria-label="Nearest passages">
      <h3 className={classes.title}>Nearest passages</h3>
      <ul>
        {passages.map((passage) => (
          <li key={`${passage.documentId}/${passage.passage}`}>
            <button
              type="button"
              className={classes.passage}
              onClick={() => onOpen({ ...passage, marker: 0, quote: passage.passage, answering: [] })}
            >
              <span className={classes.place}>
                {[
                  passage.documentName,
                  passage.page === null ? "" : `page ${passage.page}`,
                  passage.section ?? "",
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
              <span className={classes.text}>{withoutHeadings(passage)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A passage begins with the headings it stands under; they are said in the line above. */
function withoutHeadings({ passage, section }: NearPassage): string {
  return (section ?? "").split(" › ").reduce((text, heading) => {
    const isFirst = heading !== "" && text.startsWith(heading);
    return isFirst ? text.slice(heading.length).trimStart() : text;
  }, passage);
}
