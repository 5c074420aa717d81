import { LoadedAnswerText } from "./loaded-answer-text.tsx";
import classes from "./unfinished-answer.module.css";

const nothing = () => undefined;

/** The text so far of a stopped or failed answer: shown to its asker, not kept in the record. */
export function UnfinishedAnswer({ text }: { text: string }) {
  return (
    <section className={classes.unfinished} aria-label="Unfinished answer">
      <p className={classes.label}>Unfinished: the sentences checked so far, not saved</p>
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
