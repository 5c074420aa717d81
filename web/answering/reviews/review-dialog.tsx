import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Citation } from "#contract/answering/answers.ts";
import { SourceView } from "#web/knowledge/sources/source-view.tsx";
import { interactionQuery } from "#web/answering/recorded-answers/queries.ts";
import { RecordedAnswer } from "#web/answering/recorded-answers/recorded-answer.tsx";
import { Problem, Spinner } from "#web/ui/parts.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { ReviewForm } from "./review-form.tsx";
import { ReviewNotes } from "./review-notes.tsx";
import classes from "./review-dialog.module.css";

/** The reviewer's verdict and note, kept apart from the asker's rating. */
export function ReviewDialog({ id, onClose }: { id: number; onClose(): void }) {
  const { data, error, refetch } = useQuery(interactionQuery(id));
  const [source, setSource] = useState<Citation | null>(null);
  return (
    <Modal opened onClose={onClose} size={860} title="Review this answer">
      {error !== null ? (
        <Problem onRetry={() => void refetch()}>{error.message}</Problem>
      ) : data === undefined ? (
        <Spinner />
      ) : (
        <>
          <div className={classes.answer}>
            <RecordedAnswer interaction={data} onOpenSource={setSource} />
          </div>
          {data.reviewRefusal === null ? (
            <ReviewForm interaction={data} onSaved={onClose} onCancel={onClose} />
          ) : (
            <ReviewNotes interaction={data} />
          )}
          <SourceView citation={source} onClose={() => setSource(null)} />
        </>
      )}
    </Modal>
  );
}
