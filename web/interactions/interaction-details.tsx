import { Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Citation } from "#contract/answers.ts";
import type { Interaction } from "#contract/interactions.ts";
import { AnswerText } from "../answers/answer-text.tsx";
import { SourceView } from "../answers/source-view.tsx";
import { Button } from "../ui/button.tsx";
import { formatDateTime } from "../ui/format.ts";
import { Badge, Problem, Spinner } from "../ui/parts.tsx";
import { SourceNotes } from "../workbench/source-notes.tsx";
import { TagChips } from "../workbench/tag-chips.tsx";
import { interactionQuery } from "./queries.ts";
import { InteractionFacts } from "./interaction-facts.tsx";
import { RecordedPassages } from "./recorded-passages.tsx";
import { verdictNames } from "../reviews/verdict-names.ts";
import classes from "./interaction-details.module.css";

type Props = { id: number; onReview(): void; onClose(): void };

/** One interaction as it was: the question, the answer with its marks and sources, and what reviewers said of it. */
export function InteractionDetails({ id, onReview, onClose }: Props) {
  const { data, error, refetch } = useQuery(interactionQuery(id));
  const [source, setSource] = useState<Citation | null>(null);
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        size={1080}
        title={`Interaction ${id}`}
        // Escape closes what lies on top, and only that
        closeOnEscape={source === null}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        {error !== null ? (
          <Problem onRetry={() => void refetch()}>{error.message}</Problem>
        ) : data === undefined ? (
          <Spinner />
        ) : (
          <Whole interaction={data} onReview={onReview} onOpenSource={setSource} />
        )}
      </Modal>
      <SourceView citation={source} onClose={() => setSource(null)} />
    </>
  );
}

type WholeProps = { interaction: Interaction; onReview(): void; onOpenSource(citation: Citation): void };

function Whole({ interaction, onReview, onOpenSource }: WholeProps) {
  const [lit, setLit] = useState<number | null>(null);
  const { citations } = interaction;
  const open = (marker: number) => {
    const citation = citations.find((item) => item.marker === marker);
    if (citation !== undefined) onOpenSource(citation);
  };
  return (
    <>
      <div className={classes.turn} data-sources={citations.length > 0 || undefined}>
        <div>
          <h3 className={classes.question}>{interaction.userQuery}</h3>
          <p className={classes.meta}>
            {interaction.user.name || interaction.user.email} ·{" "}
            <time dateTime={interaction.createdAt}>{formatDateTime(interaction.createdAt)}</time> ·{" "}
            {interaction.themeName} <TagChips tags={interaction.selectedTags} />
          </p>
          <AnswerText
            text={interaction.response}
            claims={interaction.claims}
            markers={citations.map((citation) => citation.marker)}
            lit={lit}
            onLight={setLit}
            onOpen={open}
          />
          {interaction.reason !== null && <p className={classes.reason}>{interaction.reason}</p>}
          {interaction.feedback !== null && (
            <p className={classes.feedback}>
              <b>What the asker said</b> {interaction.feedback}
            </p>
          )}
        </div>
        {citations.length > 0 && (
          <SourceNotes citations={citations} lit={lit} onLight={setLit} onOpen={onOpenSource} />
        )}
      </div>
      {citations.length > 0 && <RecordedPassages citations={citations} />}
      <InteractionFacts interaction={interaction} />
      <section className={classes.reviews} aria-labelledby="review-notes">
        <header>
          <h3 id="review-notes">Review notes</h3>
          <Button size="xs" onClick={onReview}>
            {interaction.reviews.length === 0 ? "Review" : "Review again"}
          </Button>
        </header>
        {interaction.reviews.length === 0 ? (
          <p className={classes.none}>Nobody has reviewed this answer yet.</p>
        ) : (
          <ol>
            {interaction.reviews.map((review) => (
              <li key={review.reviewedAt}>
                <p className={classes.byline}>
                  <Badge tone={review.verdict === "correct" ? "ok" : "bad"}>
                    {verdictNames[review.verdict]}
                  </Badge>{" "}
                  {review.reviewer} · {formatDateTime(review.reviewedAt)}
                </p>
                {review.note !== "" && <p className={classes.note}>{review.note}</p>}
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  );
}
