import { useQuery } from "@tanstack/react-query";
import { ArrowUpRight } from "lucide-react";
import { useId } from "react";
import { firstQuestionsQuery } from "#web/knowledge/documents/queries.ts";
import classes from "./opening.module.css";

type Props = {
  themeId: number;
  onAsk(question: string): void;
  /** Shown in the reserved space if there are none. */
  none?: string;
};

/** More would leave no room for the rest of an opening. */
const mostSuggested = 3;

/** Questions that the theme's documents answer; a press asks one. */
export function SuggestedQuestions({ themeId, onAsk, none }: Props) {
  const { data } = useQuery(firstQuestionsQuery(themeId));
  const questions = (data ?? []).slice(0, mostSuggested).map(({ question }) => question);
  if (questions.length === 0)
    return data === undefined || none === undefined ? null : <p className={classes.none}>{none}</p>;
  return <QuestionList questions={questions} onAsk={onAsk} />;
}

/** Asks the pressed question. */
export function QuestionList({ questions, onAsk }: { questions: string[]; onAsk(question: string): void }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>From your documents</h2>
      <ul>
        {questions.map((question) => (
          <li key={question}>
            <button type="button" className={classes.way} onClick={() => onAsk(question)}>
              <span>{question}</span>
              <ArrowUpRight size={15} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
