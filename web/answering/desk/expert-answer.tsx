import { Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DialogForm } from "#web/ui/form.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { Problem, Spinner } from "#web/ui/parts.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { expertRequestsQuery, useAnswerAsExpert } from "./queries.ts";
import classes from "./desk.module.css";

/** A question that the user was asked as an expert, and the field for their answer. */
export function ExpertAnswer({ id, onClose }: { id: number; onClose(): void }) {
  const { data, error, refetch } = useQuery(expertRequestsQuery);
  const [answer, setAnswer] = useState("");
  const give = useAnswerAsExpert();
  const request = data?.find((one) => one.id === id);
  const save = async () => {
    try {
      await give.mutateAsync({ id, answer });
      toast("Answer sent");
      onClose();
    } catch (failure) {
      toastError("The answer was not sent", reasonOf(failure));
    }
  };
  return (
    <Modal opened onClose={onClose} size={640} title="You are asked as an expert">
      {error !== null ? (
        <Problem onRetry={() => void refetch()}>{error.message}</Problem>
      ) : data === undefined ? (
        <Spinner />
      ) : request === undefined ? (
        <p>You weren't asked this question.</p>
      ) : request.answer !== null || request.isClosed ? (
        <>
          <h3 className={classes.asked}>{request.question}</h3>
          <p>
            {request.answer === null
              ? "This question was answered or closed in the meantime. No one is waiting for it."
              : `You answered: ${request.answer}`}
          </p>
        </>
      ) : (
        <DialogForm
          action="Send Answer"
          busy="Sending..."
          canSave={answer.trim() !== ""}
          isSaving={give.isPending}
          onSave={() => void save()}
          onCancel={onClose}
        >
          <p>
            {request.askedBy} asks: <b>{request.question}</b>
          </p>
          {request.note !== "" && <p>{request.note}</p>}
          <Textarea
            label="Your answer"
            description="Name the document and page it rests on"
            required
            autosize
            minRows={4}
            maxRows={14}
            maxLength={20_000}
            value={answer}
            onChange={(event) => setAnswer(event.currentTarget.value)}
          />
        </DialogForm>
      )}
    </Modal>
  );
}
