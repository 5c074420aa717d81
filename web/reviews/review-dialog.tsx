import { useQuery } from "@tanstack/react-query";
import { interactionQuery } from "../interactions/queries.ts";
import { ShowMore } from "../ui/show-more.tsx";
import { Problem, Spinner } from "../ui/parts.tsx";
import { Modal } from "../ui/modal.tsx";
import { ReviewForm } from "./review-form.tsx";
import { ReviewNotes } from "./review-notes.tsx";
import classes from "./review-dialog.module.css";

/** The reviewer's verdict and note, kept apart from the asker's rating. */
export function ReviewDialog({ id, onClose }: { id: number; onClose(): void }) {
  const { data, error, refetch } = useQuery(interactionQuery(id));
  return (
    <Modal opened onClose={onClose} size="lg" title="Review this answer">
      {error !== null ? (
        <Problem onRetry={() => void refetch()}>{error.message}</Problem>
      ) : data === undefined ? (
        <Spinner />
      ) : (
        <>
          <div className={classes.question}>
            <ShowMore>
              <blockquote>{data.userQuery}</blockquote>
            </ShowMore>
          </div>
          {data.reviewRefusal === null ? (
            <ReviewForm interaction={data} onSaved={onClose} onCancel={onClose} />
          ) : (
            <ReviewNotes interaction={data} />
          )}
        </>
      )}
    </Modal>
  );
}
