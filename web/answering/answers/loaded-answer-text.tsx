import { lazy, Suspense, useState, type ComponentType, type ReactNode } from "react";
import type { AnswerTextProps } from "./answer-text.tsx";
import { withMarks } from "./marks.ts";
import classes from "./answer-text.module.css";

let loaded: { AnswerText: ComponentType<AnswerTextProps> } | null = null;
const loading = async () => (loaded = await import("./answer-text.tsx"));
const AnswerText = lazy(() => loading().then((module) => ({ default: module.AnswerText })));
const Loaded = lazy(() =>
  loading().then(() => ({ default: ({ children }: { children: ReactNode }) => children })),
);

/** Loads typesetting while the user types the first question, or a chat is fetched. Never rejects. */
export async function preloadAnswerText(): Promise<void> {
  // a failure here surfaces when the answer loads it again
  await loading().catch(() => undefined);
}

/** An answer; plain text without marks and emphasis until its typesetting has loaded. */
export function LoadedAnswerText(props: AnswerTextProps) {
  // what is here already is drawn at once: a fallback, however short, would move the lines below
  const [ready] = useState(loaded);
  if (ready !== null) return <ready.AnswerText {...props} />;
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

/** An answer's data together with its typesetting: drawn as plain text first, it would be unfolded and move what follows. */
export async function withTypesetting<Answer>(fetched: Promise<Answer>): Promise<Answer> {
  const [answer] = await Promise.all([fetched, preloadAnswerText()]);
  return answer;
}

/** Content that waits for the typesetting: plain text has no marks, so notes would move once the marks appear. */
export function WithTypesetting({ children }: { children: ReactNode }) {
  const [isReady] = useState(loaded !== null);
  if (isReady) return children;
  return (
    <Suspense>
      <Loaded>{children}</Loaded>
    </Suspense>
  );
}
