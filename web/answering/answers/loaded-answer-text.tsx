import { lazy, Suspense } from "react";
import type { ReactNode } from "react";
import type { AnswerTextProps } from "./answer-text.tsx";
import { withMarks } from "./marks.ts";
import classes from "./answer-text.module.css";

const loading = () => import("./answer-text.tsx");
const AnswerText = lazy(() => loading().then((loaded) => ({ default: loaded.AnswerText })));
const Loaded = lazy(() =>
  loading().then(() => ({ default: ({ children }: { children: ReactNode }) => children })),
);

/** Loads typesetting while the user types the first question. */
export function preloadAnswerText(): void {
  // a failure here surfaces when the answer loads it again
  loading().catch(() => undefined);
}

/** An answer; plain text without marks and emphasis until its typesetting has loaded. */
export function LoadedAnswerText(props: AnswerTextProps) {
  return (
    <Suspense
      fallback={
        <p className={classes.plain}>
          {withMarks(props.text, null)
            .filter((piece) => typeof piece === "string")
            .map((piece) => piece.replaceAll("**", ""))}
        </p>
      }
    >
      <AnswerText {...props} />
    </Suspense>
  );
}

/** Content that waits for the typesetting: plain text has no marks, so notes would move once the marks appear. */
export function WithTypesetting({ children }: { children: ReactNode }) {
  return (
    <Suspense>
      <Loaded>{children}</Loaded>
    </Suspense>
  );
}
