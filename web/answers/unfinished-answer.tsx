import { LoadedAnswerText } from "./loaded-answer-text.tsx";
import classes from "./unfinished-answer.module.css";

const nothing = () => undefined;

/** What stood there when an answer was stopped or failed: its asker may read it, the record holds none of it. */
export function UnfinishedAnswer({ text }: { text: string }) {
  return (
    <section className={classes.unfinished} aria-label="Unfinished answer">
      <p className={classes.label}>Unfinished: not checked against the documents, and not kept</p>
      <LoadedAnswerText
        text={text}
        claims={[]}
        isQuoted={false}
        markers={null}
        lit={null}
        onLight={nothing}
        onOpen={nothing}
      />
    </section>
  );
}
