import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Interaction } from "#contract/answering/interactions.ts";
import { AnswerBody } from "#web/answering/answers/answer-body.tsx";
import { QuestionHeading } from "#web/answering/answers/question-heading.tsx";
import { InteractionFacts } from "#web/answering/recorded-answers/interaction-facts.tsx";
import { openRecordedPassage, RecordedPassages } from "#web/answering/recorded-answers/recorded-passages.tsx";
import { RemovedSentences } from "#web/answering/recorded-answers/removed-sentences.tsx";
import { RecordFoot } from "#web/answering/recorded-answers/record-foot.tsx";
import { ProofParts, SaveProof } from "#web/evidence/record/proof-parts.tsx";
import { FetchProblem } from "#web/ui/fetch-problem.tsx";
import { formatDateTime } from "#web/ui/format.ts";
import { Modal } from "#web/ui/modal.tsx";
import { Spinner } from "#web/ui/parts.tsx";
import { examinedAnswerQuery } from "./queries.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./examinations.module.css";

type Props = { id: number; reason: string; onClose(): void };

/** One answer verbatim with its passages and proof; documents themselves are not open to examiners. */
export function ExaminedAnswer({ id, reason, onClose }: Props) {
  const { data, error, refetch } = useQuery(examinedAnswerQuery(reason, id));
  return (
    <Modal opened onClose={onClose} size={1080} title={`Interaction ${id}`}>
      {error !== null ? (
        <FetchProblem error={error} onRetry={() => void refetch()} onClose={onClose} />
      ) : data === undefined ? (
        <Spinner />
      ) : (
        <>
          <Words interaction={data.interaction} />
          <InteractionFacts interaction={data.interaction} />
          {data.proof === null ? (
            <p>This answer was given before answers were logged, so it has no proof.</p>
          ) : (
            <>
              <ProofParts id={id} proof={data.proof} />
              <SaveProof id={id} proof={data.proof} />
            </>
          )}
          <RecordFoot interaction={data.interaction} />
        </>
      )}
    </Modal>
  );
}

/** Typeset as its reader saw it; a mark leads to its passage below, since the document is not open here. */
function Words({ interaction }: { interaction: Interaction }) {
  const [lit, setLit] = useState<number | null>(null);
  const { userQuery, response, user, themeName, createdAt, citations } = interaction;
  return (
    <>
      <QuestionHeading question={userQuery} level="h3">
        {joinFacts([user.name || user.email, themeName, formatDateTime(createdAt)])}
      </QuestionHeading>
      <div className={classes.answer} data-answer>
        <AnswerBody
          answer={interaction}
          lit={lit}
          onLight={setLit}
          onOpen={openRecordedPassage}
          onOpenNearest={null}
        />
        {response === "" && interaction.reason === null && <p>No answer was given.</p>}
      </div>
      <RemovedSentences removed={interaction.removed} />
      {citations.length > 0 && <RecordedPassages citations={citations} />}
    </>
  );
}
