import { lazy, Suspense } from "react";
import type { AnswerTextProps } from "./answer-text.tsx";
import { withMarks } from "./marks.ts";
import classes from "./answer-text.module.css";

const loading = () => import("./answer-text.tsx");
const AnswerText = lazy(() => loading().then((loaded) => ({ default: loaded.AnswerText })));

/** Loads typesetting while the user types the first question. */
export function preloadAnswerText(): void {
  // a failure here surfaces when the answer loads it again
  loading().catch(() => undefined);
}

/** An answer; plain text without marks until its typesetting has loaded. */
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
