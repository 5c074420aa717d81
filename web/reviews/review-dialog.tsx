import { Modal, Radio, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ReviewVerdict } from "#contract/reviews.ts";
import type { Interaction } from "#contract/interactions.ts";
import { reasonOf } from "../ui/change.ts";
import { DialogForm } from "../ui/form.tsx";
import { Problem, Spinner } from "../ui/parts.tsx";
import { toast, toastError } from "../ui/toast.tsx";
import { interactionQuery, useReviewInteraction } from "../interactions/queries.ts";
import { verdictNames } from "./verdict-names.ts";
import classes from "./review-dialog.module.css";

const meanings: Record<ReviewVerdict, string> = {
  correct: "The answer is right and complete",
  incomplete: "What it says is right, but something is missing",
  wrong: "It says something that is not so",
  source_wrong: "The documents themselves are wrong or out of date",
};

/** The reviewer's verdict and note, kept apart from the asker's rating. */
export function ReviewDialog({ id, onClose }: { id: number; onClose(): void }) {
  const { data, error, refetch } = useQuery(interactionQuery(id));
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title="Review this answer"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {error !== null ? (
        <Problem onRetry={() => void refetch()}>{error.message}</Problem>
      ) : data === undefined ? (
        <Spinner />
      ) : (
        <ReviewForm interaction={data} onClose={onClose} />
      )}
    </Modal>
  );
}

/** Every review stays on record; the form begins with the newest one. */
function ReviewForm({ interaction, onClose }: { interaction: Interaction; onClose(): void }) {
  const latest = interaction.reviews[0];
  const [verdict, setVerdict] = useState<ReviewVerdict | null>(latest?.verdict ?? null);
  const [note, setNote] = useState(latest?.note ?? "");
  const review = useReviewInteraction();
  const submit = async () => {
    if (verdict === null) return;
    try {
      await review.mutateAsync({ id: interaction.interactionId, verdict, note });
      toast("Review saved");
      onClose();
    } catch (failure) {
      toastError("The review was not saved", reasonOf(failure));
    }
  };
  return (
    <DialogForm
      action="Save Review"
      canSave={verdict !== null}
      isSaving={review.isPending}
      onSave={() => void submit()}
      onCancel={onClose}
    >
      <blockquote className={classes.question}>{interaction.userQuery}</blockquote>
      <Radio.Group
        label="Verdict"
        required
        value={verdict}
        onChange={(value) => setVerdict(ReviewVerdict.parse(value))}
      >
        <div className={classes.verdicts}>
          {ReviewVerdict.options.map((option) => (
            <Radio key={option} value={option} label={verdictNames[option]} description={meanings[option]} />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        label="Note"
        description="What would have been right, and where it stands"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={4000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {verdict !== null && verdict !== "correct" && (
        <p className={classes.consequence}>Whoever asked is told that the answer was corrected.</p>
      )}
    </DialogForm>
  );
}
