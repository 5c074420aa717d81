import { Checkbox, Radio, Textarea } from "@mantine/core";
import { useEffect, useImperativeHandle, useRef, useState, type FormEvent, type Ref } from "react";
import type { ChosenCitation } from "#contract/answering/approved-answers.ts";
import { ReviewVerdict } from "#contract/answering/reviews.ts";
import type { Interaction } from "#contract/answering/interactions.ts";
import { ApiError } from "#web/kernel/api.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { useUser } from "#web/kernel/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog-actions.tsx";
import { Problem } from "#web/ui/parts.tsx";
import { usePersistedForm } from "#web/ui/persisted-form.ts";
import { toast, toastError } from "#web/ui/toast.tsx";
import { displayName } from "#web/identity/users/person-name.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { ApprovedTerms, type Terms } from "#web/answering/approved-answers/approved-terms.tsx";
import { areChosen, CitedWords, nothingChosen } from "#web/answering/approved-answers/cited-words.tsx";
import { useVouching } from "#web/answering/approved-answers/vouching.tsx";
import { WaysOfAsking } from "#web/answering/approved-answers/ways-of-asking.tsx";
import { verdictMeaning, verdictName, verdictsOffered } from "./review-names.ts";
import { useReviewInteraction } from "./queries.ts";
import classes from "./review-form.module.css";

/** Actions for the desk's shortcuts. */
export type ReviewFormHandle = {
  /** @param place index among the verdicts offered, from 0 */
  choose(place: number): void;
  save(): void;
};

type Typed = {
  verdict: ReviewVerdict | null;
  note: string;
  correctedAnswer: string;
  secondOpinion: boolean;
  approve: boolean;
  otherQuestions: string[];
  /** null: those of the answer's sources that say it. */
  citations: ChosenCitation[] | null;
} & Terms;

type Props = {
  interaction: Interaction;
  onSaved(): void;
  onCancel?: () => void;
  handle?: Ref<ReviewFormHandle>;
  /** Shows each verdict's shortcut beside it. */
  showsKeys?: boolean;
};

/**
 * A verdict with a note for colleagues and, if the answer was not correct, the replacement text for the asker. Every
 * review stays on record; reopening a finished case starts with the newest one.
 */
export function ReviewForm({ interaction, onSaved, onCancel, handle, showsKeys = false }: Props) {
  const latest = interaction.reviewStatus === "done" ? interaction.reviews[0] : undefined;
  const user = useUser();
  const { companyId } = useCompany();
  const kept = usePersistedForm<Typed>(`draft:review:${user.id}:${interaction.interactionId}`, {
    verdict: latest?.verdict ?? null,
    note: latest?.note ?? "",
    correctedAnswer: latest?.correctedAnswer ?? "",
    secondOpinion: false,
    approve: false,
    otherQuestions: [],
    citations: null,
    tags: interaction.selectedTags,
    ownerId: user.id,
    reviewOn: null,
  });
  const { verdict, note, correctedAnswer, secondOpinion, approve, otherQuestions, citations } = kept.values;
  const { tags, ownerId, reviewOn } = kept.values;
  const { vouchedFor, doubts, forget, field: doubt } = useVouching();
  const [refusal, setRefusal] = useState<string | null>(null);
  const change = (values: Partial<Typed>) => {
    forget(values);
    kept.change(values);
  };
  const setVerdict = (chosen: ReviewVerdict) => change({ verdict: chosen });
  const review = useReviewInteraction();
  // one per case, and not during one
  const mayAsk =
    (interaction.reviewStatus === null ||
      interaction.reviewStatus === "open" ||
      interaction.reviewStatus === "done") &&
    interaction.reviews.every(({ kind }) => kind !== "second");
  const isWrong = verdict !== null && verdict !== "correct";
  // a verdict that somebody else confirms isn't final, and a declined question has no answer of its own
  const mayApprove =
    verdict !== null &&
    !(mayAsk && secondOpinion) &&
    interaction.reviewStatus !== "second_opinion" &&
    (isWrong || interaction.outcome === "answered");
  const approves = mayApprove && approve;
  const cites = approves && isWrong && citations !== null;
  const isIncomplete = verdict === null || (cites && !areChosen(citations));
  const chooseWords = () => {
    const cited = interaction.citations.map(({ documentId, quote }) => ({ documentId, quote }));
    change({ citations: cited.length > 0 ? cited : [nothingChosen] });
  };
  const save = async () => {
    if (isIncomplete || review.isPending) return;
    setRefusal(null);
    try {
      const { reviewStatus } = await review.mutateAsync({
        id: interaction.interactionId,
        verdict,
        note,
        correctedAnswer,
        secondOpinion: mayAsk && secondOpinion,
        ...(approves ? { approve, otherQuestions, tags, ownerId, reviewOn, vouchedFor } : {}),
        ...(cites ? { citations } : {}),
      });
      kept.forget();
      toast(
        "Review saved",
        reviewStatus === "disagreement"
          ? "The first verdict was different, so a third person decides."
          : undefined,
      );
      onSaved();
    } catch (failure) {
      if (doubts(failure)) return;
      const reason = reasonOf(failure);
      if (!approves || reason === undefined) {
        toastError("The review was not saved", reason);
        return;
      }
      setRefusal(reason);
      if (isWrong && citations === null && failure instanceof ApiError && "citations" in failure.fields)
        chooseWords();
    }
  };
  const offered = verdictsOffered(interaction.outcome, latest?.verdict ?? null);
  useImperativeHandle(handle, () => ({
    choose: (place) => {
      const chosen = offered[place];
      if (chosen !== undefined) setVerdict(chosen);
    },
    save: () => void save(),
  }));
  const correction = useRef<HTMLDivElement>(null);
  const wasWrong = useRef(isWrong);
  // scroll a verdict's additional fields into view from behind the bar
  useEffect(() => {
    if (isWrong && !wasWrong.current) correction.current?.scrollIntoView({ block: "nearest" });
    wasWrong.current = isWrong;
  }, [isWrong]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const saveButton = (
    <Button type="submit" tone="primary" disabled={isIncomplete || review.isPending}>
      {review.isPending ? "Saving..." : "Save Review"}
    </Button>
  );
  const bar = (
    <>
      <div className={classes.verdict}>
        <Radio.Group
          label="Verdict"
          required
          value={verdict}
          onChange={(value) => setVerdict(ReviewVerdict.parse(value))}
        >
          <div className={classes.verdicts}>
            {offered.map((option, index) => (
              <Radio
                key={option}
                value={option}
                label={
                  <>
                    {verdictName(option, interaction.outcome)}{" "}
                    {showsKeys && <kbd aria-hidden>{index + 1}</kbd>}
                  </>
                }
                title={verdictMeaning(option, interaction.outcome)}
              />
            ))}
          </div>
        </Radio.Group>
        <p className={classes.meaning}>
          {verdict === null ? "" : verdictMeaning(verdict, interaction.outcome)}
        </p>
      </div>
      {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
      {saveButton}
    </>
  );
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.fields}>
        {isWrong && (
          <Textarea
            wrapperProps={{ ref: correction, className: classes.correction }}
            label="Corrected answer"
            description={
              cites
                ? "Each sentence ends with the marks of its sources, like [1]"
                : "Shown to the person who asked, next to the recorded answer"
            }
            autosize
            minRows={3}
            maxRows={12}
            maxLength={20_000}
            value={correctedAnswer}
            onChange={(event) => change({ correctedAnswer: event.currentTarget.value })}
          />
        )}
        <Textarea
          label="Note"
          description="For the reviewers only"
          autosize
          minRows={2}
          maxRows={10}
          maxLength={4000}
          value={note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
        {mayAsk && (
          <Checkbox
            label="Ask for a second opinion"
            description="Final once a second reviewer agrees"
            checked={secondOpinion}
            onChange={(event) => change({ secondOpinion: event.currentTarget.checked })}
          />
        )}
        {mayApprove && (
          <Checkbox
            label="Approve it for the next person"
            description={
              isWrong
                ? "Anyone who asks the same question gets the corrected answer while its sources are unchanged"
                : "Anyone who asks the same question gets this answer while its sources are unchanged"
            }
            checked={approve}
            onChange={(event) => change({ approve: event.currentTarget.checked })}
          />
        )}
        {doubt}
        {refusal !== null && <Problem>The review was not saved. {refusal}</Problem>}
        {cites && (
          <CitedWords
            themeId={interaction.themeId}
            citations={citations}
            onChange={(chosen) => change({ citations: chosen })}
          />
        )}
        {approves && isWrong && !cites && (
          <div>
            <Button size="xs" onClick={chooseWords}>
              Choose the words it rests on
            </Button>
          </div>
        )}
        {approves && (
          <WaysOfAsking
            themeId={interaction.themeId}
            question={interaction.userQuery}
            chosen={otherQuestions}
            onChoose={(chosen) => change({ otherQuestions: chosen })}
          />
        )}
        {approves && (
          <details className={classes.terms}>
            <summary>States and products, owner, review date</summary>
            <ApprovedTerms
              themeId={interaction.themeId}
              companyId={companyId}
              values={{ tags, ownerId, reviewOn }}
              ownerName={displayName(user)}
              onChange={change}
            />
          </details>
        )}
        {isWrong && !secondOpinion && interaction.reviewStatus !== "second_opinion" && (
          <p className={classes.consequence}>
            {correctedAnswer.trim() === ""
              ? "The person who asked is notified of your verdict."
              : "The person who asked is notified that the answer was corrected."}
          </p>
        )}
      </div>
      {onCancel === undefined ? (
        <div className={classes.bar}>{bar}</div>
      ) : (
        <DialogActions>{bar}</DialogActions>
      )}
    </form>
  );
}
