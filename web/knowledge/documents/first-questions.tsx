import { useQuery } from "@tanstack/react-query";
import type { Theme } from "#contract/knowledge/themes.ts";
import { Problem } from "#web/ui/parts.tsx";
import { Section } from "#web/ui/section.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { firstQuestionsQuery } from "./queries.ts";
import classes from "./first-questions.module.css";

type Props = {
  theme: Theme;
  /** Names what the questions are made of: they are made again when it changes. */
  versions: string;
};

/** Questions made of the documents' own sentences, each with the words that the theme answers it with. */
export function FirstQuestions({ theme, versions }: Props) {
  const questions = useQuery(firstQuestionsQuery(theme.id, versions));
  if (questions.isError)
    return <Problem onRetry={() => void questions.refetch()}>The questions could not be made.</Problem>;
  if (questions.data?.length === 0) return null;
  return (
    <Section
      title="Questions worth asking"
      about="Made of the documents' own sentences, and asked. The words below each are the answer."
    >
      {questions.data === undefined ? (
        <Waiting shape="lines" />
      ) : (
        <ol className={classes.questions}>
          {questions.data.map(({ question, answer, documentName, page }) => (
            <li key={question}>
              <p className={classes.question}>{question}</p>
              <blockquote>{answer}</blockquote>
              <p className={classes.source}>
                {documentName}
                {page !== null && `, page ${page}`}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
