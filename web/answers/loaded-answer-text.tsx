import { lazy, Suspense } from "react";
import type { AnswerTextProps } from "./answer-text.tsx";
import classes from "./answer-text.module.css";

const AnswerText = lazy(() => import("./answer-text.tsx").then((loaded) => ({ default: loaded.AnswerText })));

/** An answer; its typesetting is loaded beside the first one, and the plain words stand there meanwhile. */
export function LoadedAnswerText(props: AnswerTextProps) {
  return (
    <Suspense fallback={<p className={classes.plain}>{props.text}</p>}>
      <AnswerText {...props} />
    </Suspense>
  );
}
