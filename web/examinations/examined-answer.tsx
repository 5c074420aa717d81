import { useQuery } from "@tanstack/react-query";
import type { Interaction } from "#contract/interactions.ts";
import { InteractionFacts } from "../recorded-answers/interaction-facts.tsx";
import { RecordedPassages } from "../recorded-answers/recorded-passages.tsx";
import { RecordFoot } from "../recorded-answers/record-foot.tsx";
import { ProofParts, SaveProof } from "../record/proof-parts.tsx";
import { FetchProblem } from "../ui/fetch-problem.tsx";
import { formatDateTime } from "../ui/format.ts";
import { Modal } from "../ui/modal.tsx";
import { Spinner } from "../ui/parts.tsx";
import { examinedAnswerQuery } from "./queries.ts";
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

function Words({ interaction }: { interaction: Interaction }) {
  const { userQuery, response, user, themeName, createdAt, citations, reason } = interaction;
  return (
    <>
      <h3>{userQuery}</h3>
      <p className={classes.meta}>
        {`${user.name || user.email} · ${themeName} · ${formatDateTime(createdAt)}`}
      </p>
      <p className={classes.answer}>{response || reason || "No answer was given."}</p>
      {citations.length > 0 && <RecordedPassages citations={citations} />}
    </>
  );
}
