import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useState } from "react";
import type { Citation } from "#contract/answering/answers.ts";
import { SourceView } from "#web/knowledge/sources/source-view.tsx";
import { ReviewNotes } from "#web/answering/reviews/review-notes.tsx";
import { useMay } from "#web/kernel/session.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { FetchProblem } from "#web/ui/fetch-problem.tsx";
import { Spinner } from "#web/ui/parts.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { interactionQuery } from "#web/answering/recorded-answers/queries.ts";
import { InteractionFacts } from "#web/answering/recorded-answers/interaction-facts.tsx";
import { RecordFoot } from "#web/answering/recorded-answers/record-foot.tsx";
import { RecordedAnswer } from "#web/answering/recorded-answers/recorded-answer.tsx";
import { ReviewTags } from "./review-tags.tsx";
import classes from "./interaction-details.module.css";

type Props = { id: number; onReview(): void; onClose(): void };

/** One recorded interaction: the question, the answer with its marks and sources, and the reviewers' findings. */
export function InteractionDetails({ id, onReview, onClose }: Props) {
  const { data, error, refetch } = useQuery(interactionQuery(id));
  const mayReview = useMay("interaction:review");
  const mayReadRecord = useMay("record:read");
  const { companyId } = useCompany();
  const [source, setSource] = useState<Citation | null>(null);
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        size={error === null ? 1080 : "md"}
        title={`Interaction ${id}`}
        // Escape closes only the topmost layer
        closeOnEscape={source === null}
      >
        {error !== null ? (
          <FetchProblem error={error} onRetry={() => void refetch()} onClose={onClose} />
        ) : data === undefined ? (
          <Spinner />
        ) : (
          <>
            <RecordedAnswer interaction={data} onOpenSource={setSource} />
            <InteractionFacts interaction={data} />
            {mayReview && <ReviewTags interaction={data} />}
            <ReviewNotes
              interaction={data}
              action={
                data.reviewRefusal === null && (
                  <Button size="xs" onClick={onReview}>
                    {data.reviews.length === 0 ? "Review" : "Review again"}
                  </Button>
                )
              }
            />
            <RecordFoot interaction={data} />
            <div className={classes.print}>
              {mayReadRecord && (
                <ButtonLink size="xs" to="/proof" search={{ interaction: id, companyId }}>
                  Proof
                </ButtonLink>
              )}
              <Button size="xs" leftSection={<Printer size={14} aria-hidden />} onClick={() => print()}>
                Print
              </Button>
            </div>
          </>
        )}
      </Modal>
      <SourceView citation={source} onClose={() => setSource(null)} />
    </>
  );
}
