import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { askAs, type AnswerAs, type SeenDesk, type SeenTheme } from "#contract/answering/ask-as.ts";
import type { Citation } from "#contract/answering/answers.ts";
import { AnswerBody } from "#web/answering/answers/answer-body.tsx";
import { ApprovedBy, SimilarApproved } from "#web/answering/answers/approved-note.tsx";
import { areQuotes } from "#web/answering/answers/are-quotes.ts";
import { noTags } from "#contract/kernel/values.ts";
import { Composer } from "#web/answering/answers/composer.tsx";
import { GreetingReply } from "#web/answering/answers/greeting-reply.tsx";
import { WithTypesetting } from "#web/answering/answers/loaded-answer-text.tsx";
import { QuestionHeading } from "#web/answering/answers/question-heading.tsx";
import { displayName } from "#web/identity/users/person-name.ts";
import { callApi } from "#web/kernel/api.ts";
import { SourceNotes } from "#web/knowledge/sources/source-notes.tsx";
import { SourceView } from "#web/knowledge/sources/source-view.tsx";
import { Problem, Spinner } from "#web/ui/parts.tsx";
import { Section } from "#web/ui/section.tsx";
import recorded from "#web/answering/recorded-answers/recorded-answer.module.css";
import classes from "./ask-as.module.css";

type Props = { person: SeenDesk["person"]; theme: SeenTheme };

/** A question to a theme, answered as the person would be. */
export function AskTheme({ person, theme }: Props) {
  const name = displayName(person);
  const field = useRef<HTMLTextAreaElement>(null);
  const leave = useRef<AbortController>(null);
  const [draft, setDraft] = useState("");
  const asked = useMutation({
    mutationFn: (userQuery: string) => {
      leave.current = new AbortController();
      return callApi(askAs, { id: person.id, themeId: theme.id, userQuery }, leave.current.signal);
    },
  });
  const ask = (question: string) => {
    if (question === "" || asked.isPending) return;
    setDraft("");
    asked.mutate(question, { onError: () => setDraft(question) });
  };
  return (
    <Section title={theme.name} about={theme.purpose}>
      <Composer
        field={field}
        value={draft}
        onChange={setDraft}
        tags={noTags}
        onRemoveTag={() => undefined}
        isBusy={asked.isPending}
        onSend={() => ask(draft.trim())}
        onStop={() => leave.current?.abort()}
      />
      <div role="log" aria-label={`What ${name} would be answered`} className={classes.answer}>
        {asked.isPending && <Spinner label="Asking" />}
        {asked.isError && asked.error.name !== "AbortError" && <Problem>{asked.error.message}</Problem>}
        {asked.data !== undefined &&
          (asked.data.outcome === "greeting" ? (
            <GreetingReply greeting={asked.data} onAsk={ask} />
          ) : (
            <Given question={asked.variables} name={name} answer={asked.data} />
          ))}
      </div>
    </Section>
  );
}

function Given({ question, name, answer }: { question: string; name: string; answer: AnswerAs }) {
  const [lit, setLit] = useState<number | null>(null);
  const [source, setSource] = useState<Citation | null>(null);
  const { citations } = answer;
  const open = (marker: number) =>
    setSource(citations.find((citation) => citation.marker === marker) ?? null);
  return (
    <>
      <div className={recorded.turn} data-answer data-sources={citations.length > 0 || undefined}>
        <div>
          <QuestionHeading question={question} level="h3">
            As {name} would be answered now
          </QuestionHeading>
          {answer.fallback !== null && <p className={classes.none}>{answer.fallback}</p>}
          <AnswerBody answer={answer} lit={lit} onLight={setLit} onOpen={open} onOpenNearest={setSource} />
          {answer.approved !== null && <ApprovedBy approved={answer.approved} />}
          <SimilarApproved answers={answer.similarApproved} />
        </div>
        {citations.length > 0 && (
          <WithTypesetting>
            <SourceNotes
              citations={citations}
              interactionId="none"
              isQuoted={areQuotes(citations)}
              lit={lit}
              onLight={setLit}
              onOpen={setSource}
            />
          </WithTypesetting>
        )}
      </div>
      <SourceView citation={source} onClose={() => setSource(null)} />
    </>
  );
}
