import type { Interaction } from "#contract/answering/interactions.ts";
import classes from "./recorded-answer.module.css";

/** The model's sentences withheld from the asker: unsupported, or contradicted by a source. */
export function RemovedSentences({ removed }: { removed: Interaction["removed"] }) {
  if (removed.length === 0) return null;
  return (
    <section className={classes.removed} aria-labelledby="removed-sentences">
      <h3 id="removed-sentences">Removed from the model’s answer</h3>
      <ul>
        {removed.map(({ text, verdict, against }, index) => (
          <li key={index}>
            <p>{text}</p>
            <p className={classes.why}>
              {verdict === "unsupported" && "No source supports it."}
              {verdict === "contradicted" && against === null && "Its source says otherwise."}
              {against !== null && (
                <>
                  {against.documentName} says otherwise: <q>{against.quote}</q>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
