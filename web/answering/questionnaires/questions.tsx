import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Citation } from "#contract/answering/answers.ts";
import { questionsOfPage, type QuestionnaireDetails } from "#contract/answering/questionnaires.ts";
import { SourceView } from "#web/knowledge/sources/source-view.tsx";
import { Empty, Problem } from "#web/ui/parts.tsx";
import { Pages } from "#web/ui/pages.tsx";
import { useSearchParams } from "#web/ui/search-params.ts";
import { Section } from "#web/ui/section.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { questionsQuery } from "./queries.ts";
import { QuestionRow } from "./question-row.tsx";
import classes from "./questionnaires.module.css";

const names = ["page", "open"];

/** A page of questions with their answers, to be reviewed. */
export function Questions({ questionnaire }: { questionnaire: QuestionnaireDetails }) {
  const { id, state, answered, failed } = questionnaire;
  const address = useSearchParams(names);
  const page = address.number("page") ?? 1;
  const isOpen = address.text("open") === "true";
  const [source, setSource] = useState<Citation | null>(null);
  const query = { id, page, open: isOpen ? ("true" as const) : ("false" as const) };
  const { data, error, refetch, isPlaceholderData } = useQuery(questionsQuery(query, answered + failed));
  return (
    <Section title="Questions">
      {state !== "draft" && (
        <Checkbox
          className={classes.filter}
          label="Only answers to review"
          checked={isOpen}
          onChange={(event) =>
            address.open({ open: event.currentTarget.checked ? "true" : undefined, page: undefined })
          }
        />
      )}
      {error !== null ? (
        <Problem onRetry={() => void refetch()}>{error.message}</Problem>
      ) : data === undefined ? (
        <Waiting shape="lines" />
      ) : data.rows.length === 0 ? (
        <Empty>{isOpen ? "Every answer is reviewed." : "No questions."}</Empty>
      ) : (
        <>
          <ol className={classes.questions} aria-label="Questions">
            {data.rows.map((question) => (
              <QuestionRow
                key={question.ordinal}
                id={id}
                question={question}
                isDraft={state === "draft"}
                onSource={setSource}
              />
            ))}
          </ol>
          <Pages
            label="Pages of questions"
            page={page}
            pageSize={questionsOfPage}
            total={data.total}
            isBusy={isPlaceholderData}
          />
        </>
      )}
      <SourceView citation={source} onClose={() => setSource(null)} />
    </Section>
  );
}
