import { lazy, Suspense } from "react";
import type { AnswerTextProps } from "./answer-text.tsx";
import { withMarks } from "./marks.ts";
import classes from "./answer-text.module.css";

const loading = () => import("./answer-text.tsx");
const AnswerText = lazy(() => loading().then((loaded) => ({ default: loaded.AnswerText })));

/** Loads the typesetting while the first question is being typed. */
export function preloadAnswerText(): void {
  // what fails here is loaded, and its failure shown, with the answer
  loading().catch(() => undefined);
}

/** An answer; until its typesetting is loaded, its plain words without marks. */
export function LoadedAnswerText(props: AnswerTextProps) {
  return (
    <Suspense
      fallback={
        <p className={classes.plain}>
          {withMarks(props.text, null).filter((piece) => typeof piece === "string")}
        </p>
      }
    >
      <AnswerText {...props} />
    </Suspense>
  );
}
