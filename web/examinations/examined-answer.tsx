import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Interaction } from "#contract/interactions.ts";
import { AnswerReason } from "../answers/answer-reason.tsx";
import { areQuotes } from "../answers/is-quoted.ts";
import { LoadedAnswerText } from "../answers/loaded-answer-text.tsx";
import { QuestionHeading } from "../answers/question-heading.tsx";
import { InteractionFacts } from "../recorded-answers/interaction-facts.tsx";
import { openRecordedPassage, RecordedPassages } from "../recorded-answers/recorded-passages.tsx";
import { RemovedSentences } from "../recorded-answers/removed-sentences.tsx";
import { RecordFoot } from "../recorded-answers/record-foot.tsx";
import { ProofParts, SaveProof } from "../record/proof-parts.tsx";
import { NearestPassages } from "../sources/nearest-passages.tsx";
import { FetchProblem } from "../ui/fetch-problem.tsx";
import { formatDateTime } from "../ui/format.ts";
import { Modal } from "../ui/modal.tsx";
import { Spinner } from "../ui/parts.tsx";
import { examinedAnswerQuery } from "./queries.ts";
import { joinFacts } from "../ui/join-facts.ts";
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
  const { userQuery, response, user, themeName, createdAt, citations, claims } = interaction;
  const light = { lit, onLight: setLit, onOpen: openRecordedPassage };
  const isQuoted = areQuotes(citations);
  const reason = <AnswerReason answer={interaction} {...light} />;
  return (
    <>
      <QuestionHeading question={userQuery} level="h3" />
      <p className={classes.meta}>
        {joinFacts([user.name || user.email, themeName, formatDateTime(createdAt)])}
      </p>
      <div className={classes.answer} data-answer>
        {isQuoted && reason}
        <LoadedAnswerText
          text={response}
          claims={claims}
          isQuoted={isQuoted}
          markers={citations.map(({ marker }) => marker)}
          {...light}
        />
        {!isQuoted && reason}
        {response === "" && interaction.reason === null && <p>No answer was given.</p>}
        <NearestPassages passages={interaction.nearest} onOpen={null} />
      </div>
      <RemovedSentences removed={interaction.removed} />
      {citations.length > 0 && <RecordedPassages citations={citations} />}
    </>
  );
}
