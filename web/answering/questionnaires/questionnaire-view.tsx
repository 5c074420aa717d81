import { Progress } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { QuestionnaireDetails } from "#contract/answering/questionnaires.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { DownloadLink } from "#web/ui/download-link.tsx";
import { formatDateTime } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import { Badge, Page, PageHeader, Problem } from "#web/ui/parts.tsx";
import { toastError } from "#web/ui/toast.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { Places } from "./places.tsx";
import { questionnaireQuery, useDeleteQuestionnaire, useRunQuestionnaire } from "./queries.ts";
import { Questions } from "./questions.tsx";
import { progressOf, stateOf } from "./state-names.ts";
import classes from "./questionnaires.module.css";

type Props = { id: number; onBack(): void };

/** One questionnaire from its upload to its download. */
export function QuestionnaireView({ id, onBack }: Props) {
  const { data, error, refetch } = useQuery(questionnaireQuery(id));
  const back = (
    <Button tone="quiet" onClick={onBack}>
      All questionnaires
    </Button>
  );
  if (data === undefined)
    return (
      <Page>
        <PageHeader title="Questionnaire">{back}</PageHeader>
        {error === null ? (
          <Waiting shape="lines" />
        ) : (
          <Problem onRetry={() => void refetch()}>{error.message}</Problem>
        )}
      </Page>
    );
  const state = stateOf(data);
  return (
    <Page>
      <PageHeader
        title={data.name}
        subtitle={joinFacts([data.themeName, data.createdBy, formatDateTime(data.createdAt)])}
      >
        {back}
        <Actions questionnaire={data} onDeleted={onBack} />
      </PageHeader>
      <div className={classes.progress} role="status">
        <Badge tone={state.tone}>{state.text}</Badge>
        <span>
          {joinFacts([progressOf(data), data.failed > 0 ? `${data.failed} could not be asked` : ""])}
        </span>
      </div>
      {data.state === "running" && (
        <Progress
          value={data.total === 0 ? 0 : ((data.answered + data.failed) / data.total) * 100}
          color="var(--ink)"
          size="sm"
          mb="md"
          aria-label="Questions asked"
        />
      )}
      {data.reason !== null && <Problem>{data.reason}</Problem>}
      {data.state === "draft" && <Places key={data.total} questionnaire={data} />}
      <Questions questionnaire={data} />
    </Page>
  );
}

function Actions({ questionnaire, onDeleted }: { questionnaire: QuestionnaireDetails; onDeleted(): void }) {
  const { id, isOwn, state, failed, answered, total } = questionnaire;
  const run = useRunQuestionnaire();
  const remove = useDeleteQuestionnaire();
  const [isDeleting, setDeleting] = useState(false);
  const goesOn = state === "stopped" || (state === "finished" && failed > 0 && answered < total);
  const start = () =>
    run.mutate(
      { id },
      { onError: (error) => toastError("The questionnaire did not start", reasonOf(error)) },
    );
  const confirm = async () => {
    try {
      await remove.mutateAsync({ id });
      onDeleted();
    } catch (error) {
      toastError("The questionnaire was not deleted", reasonOf(error));
    }
  };
  return (
    <>
      <Button tone="quiet" onClick={() => setDeleting(true)}>
        Delete
      </Button>
      {state !== "draft" && (
        <DownloadLink href={`/api/questionnaires/${id}/file`}>Download file</DownloadLink>
      )}
      {isOwn && (state === "draft" || goesOn) && (
        <Button tone="primary" loading={run.isPending} onClick={start}>
          {state === "draft" ? "Answer questions" : "Continue"}
        </Button>
      )}
      <Confirm
        opened={isDeleting}
        question="Delete this questionnaire?"
        action="Delete"
        onConfirm={confirm}
        onClose={() => setDeleting(false)}
      >
        <p>Its file and its reviews are deleted. The answers stay on the record.</p>
      </Confirm>
    </>
  );
}
