import type { ReactNode } from "react";
import { ShowMore } from "#web/ui/show-more.tsx";
import { longestHeadline } from "./headline.ts";
import classes from "./question-heading.module.css";

type Props = {
  question: string;
  level: "h2" | "h3";
  /** Who asked it, when, and with which tags. */
  children: ReactNode;
};

/** A question above its answer: a headline, or if long, a paragraph that keeps the answer visible. */
export function QuestionHeading({ question, level: Heading, children }: Props) {
  return (
    <>
      <ShowMore>
        <Heading className={classes.question} data-long={question.length > longestHeadline || undefined}>
          {question}
        </Heading>
      </ShowMore>
      <p className={classes.about}>{children}</p>
    </>
  );
}
