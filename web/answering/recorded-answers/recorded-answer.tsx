import { useState } from "react";
import type { Citation } from "#contract/answering/answers.ts";
import type { Interaction } from "#contract/answering/interactions.ts";
import { ApprovedBy, SimilarApproved } from "#web/answering/answers/approved-note.tsx";
import { AnswerBody } from "#web/answering/answers/answer-body.tsx";
import { areQuotes } from "#web/answering/answers/are-quotes.ts";
import { WithTypesetting } from "#web/answering/answers/loaded-answer-text.tsx";
import { QuestionHeading } from "#web/answering/answers/question-heading.tsx";
import { formatDateTime } from "#web/ui/format.ts";
import { reasonNames } from "#web/answering/answers/reason-names.ts";
import { useSourcePeek } from "#web/knowledge/sources/use-source-peek.tsx";
import { SourceNotes } from "#web/knowledge/sources/source-notes.tsx";
import { TagChips } from "#web/knowledge/tags/tag-chips.tsx";
import { AnswerStrip, reviewOf } from "#web/answering/answers/answer-strip.tsx";
import { RemovedSentences } from "./removed-sentences.tsx";
import { RecordedPassage } from "./recorded-passages.tsx";
import classes from "./recorded-answer.module.css";

type Props = {
  interaction: Interaction;
  onOpenSource(citation: Citation): void;
  /** The question's heading level on its page. */
  heading?: "h2" | "h3";
  /** That it was found unchanged just now; false keeps the room for that, undefined none. */
  isUnchanged?: boolean;
};

/** A recorded question with its answer and sources. */
export function RecordedAnswer({ interaction, onOpenSource, heading = "h3", isUnchanged }: Props) {
  const [lit, setLit] = useState<number | null>(null);
  const { citations, interactionId } = interaction;
  const peek = useSourcePeek(citations, interactionId);
  const open = (marker: number) => {
    const citation = citations.find((item) => item.marker === marker);
    if (citation !== undefined) onOpenSource(citation);
  };
  return (
    <>
      <div className={classes.turn} data-answer data-sources={citations.length > 0 || undefined}>
        <div>
          <QuestionHeading question={interaction.userQuery} level={heading}>
            <span>
              {interaction.user.name || interaction.user.email}
              {"\u00a0· "}
              <time dateTime={interaction.createdAt}>{formatDateTime(interaction.createdAt)}</time>
              {"\u00a0· "}
              {interaction.themeName}
            </span>
            <TagChips tags={interaction.selectedTags} />
          </QuestionHeading>
          <AnswerStrip answer={interaction} reviewed={reviewOf(interaction)}>
            {isUnchanged !== undefined && (
              <span className={classes.unchanged} data-known={isUnchanged || undefined}>
                unchanged
              </span>
            )}
          </AnswerStrip>
          <AnswerBody
            answer={interaction}
            lit={lit}
            onLight={setLit}
            onOpen={open}
            peek={peek}
            onOpenNearest={onOpenSource}
          />
          {interaction.approved !== null && <ApprovedBy approved={interaction.approved} />}
          <SimilarApproved answers={interaction.similarApproved} />
          {(interaction.ratingReason !== null || interaction.feedback?.trim()) && (
            <p className={classes.feedback}>
              <b>Agent's comment</b>{" "}
              {[
                interaction.ratingReason === null ? "" : reasonNames[interaction.ratingReason],
                interaction.feedback?.trim(),
              ]
                .filter(Boolean)
                .join(": ")}
            </p>
          )}
        </div>
        {citations.length > 0 && (
          <WithTypesetting>
            <SourceNotes
              citations={citations}
              interactionId={interactionId}
              isQuoted={areQuotes(citations)}
              isRecord
              below={(citation) => <RecordedPassage citation={citation}>Passage at the time</RecordedPassage>}
              lit={lit}
              onLight={setLit}
              onOpen={onOpenSource}
            />
          </WithTypesetting>
        )}
      </div>
      <RemovedSentences removed={interaction.removed} />
    </>
  );
}
