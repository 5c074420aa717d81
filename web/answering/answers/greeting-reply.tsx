import type { Greeting } from "#contract/answering/answers.ts";
import { QuestionList } from "./suggested-questions.tsx";
import classes from "./opening.module.css";

type Props = { greeting: Greeting; onAsk(question: string): void };

/** One sentence and questions to begin with. A greeting isn't a question, so the reply has no sources and no rating. */
export function GreetingReply({ greeting: { response, questions }, onAsk }: Props) {
  return (
    <>
      <p>{response}</p>
      {questions.length > 0 && (
        <div className={classes.ways}>
          <QuestionList questions={questions} onAsk={onAsk} />
        </div>
      )}
    </>
  );
}
