import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useState } from "react";
import type { Citation } from "#contract/answering/answers.ts";
import { SourceView } from "#web/knowledge/sources/source-view.tsx";
import { interactionQuery } from "#web/answering/recorded-answers/queries.ts";
import { InteractionFacts } from "#web/answering/recorded-answers/interaction-facts.tsx";
import { RecordedAnswer } from "#web/answering/recorded-answers/recorded-answer.tsx";
import { RecordFoot } from "#web/answering/recorded-answers/record-foot.tsx";
import { ReviewNotes } from "#web/answering/reviews/review-notes.tsx";
import { Button } from "#web/ui/button.tsx";
import { FetchProblem } from "#web/ui/fetch-problem.tsx";
import { Empty, Page, PageHeader, Spinner } from "#web/ui/parts.tsx";
import { Section } from "#web/ui/section.tsx";
import { useSearchParams } from "#web/ui/search-params.ts";
import { AnswersToProve } from "./answers-to-prove.tsx";
import { AskAgain } from "./ask-again.tsx";
import { ProofParts, SaveProof, type Proof } from "./proof-parts.tsx";
import { ProofState, useProofCheck } from "./proof-state.tsx";
import { proofQuery, recordedThemeQuery } from "./queries.ts";
import classes from "./proof.module.css";

/** One recorded answer with its proof, to print or to hand over. */
export default function ProofScreen() {
  const id = useSearchParams().number("interaction");
  return <Page>{id === undefined ? <AnswersToProve /> : <Recorded key={id} id={id} />}</Page>;
}

function Recorded({ id }: { id: number }) {
  const interaction = useQuery(interactionQuery(id));
  const proof = useQuery(proofQuery(id));
  const holds = useProofCheck(id, proof.data, interaction.data);
  const [source, setSource] = useState<Citation | null>(null);
  if (interaction.error !== null)
    return isNotFound(interaction.error) && proof.data !== undefined ? (
      <Erased id={id} proof={proof.data} />
    ) : isNotFound(interaction.error) && proof.isPending ? (
      <Spinner label="Loading the proof" />
    ) : (
      <>
        <h1 className="visually-hidden">Proof of interaction {id}</h1>
        <FetchProblem error={interaction.error} onRetry={() => void interaction.refetch()} />
      </>
    );
  if (interaction.data === undefined) return <Spinner />;
  return (
    <>
      <PageHeader title={`Proof of interaction ${id}`} subtitle={interaction.data.companyName}>
        <div className={classes.actions}>
          {proof.error === null && <SaveProof id={id} proof={proof.data} />}
          <Button leftSection={<Printer size={15} aria-hidden />} onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </PageHeader>
      {proof.error === null && <ProofState proof={proof.data} holds={holds} />}
      <RecordedAnswer
        interaction={interaction.data}
        onOpenSource={setSource}
        heading="h2"
        {...(proof.error === null ? { isUnchanged: holds === true } : {})}
      />
      <InteractionFacts interaction={interaction.data} />
      <ReviewNotes interaction={interaction.data} action={null} />
      {proof.error !== null ? (
        isNotFound(proof.error) ? (
          <Empty>This answer was given before answers were logged, so it has no proof.</Empty>
        ) : (
          <FetchProblem error={proof.error} onRetry={() => void proof.refetch()} />
        )
      ) : proof.data === undefined ? (
        <Spinner label="Loading the proof" />
      ) : (
        <>
          <RecordedTheme id={id} />
          <ProofParts id={id} proof={proof.data} />
        </>
      )}
      <AskAgain interaction={interaction.data} />
      <RecordFoot interaction={interaction.data} />
      <SourceView citation={source} onClose={() => setSource(null)} />
    </>
  );
}

const isNotFound = (error: Error) => "code" in error && error.code === "not_found";

/** For an answer whose content is erased: that it was given, and when and why it was erased. */
function Erased({ id, proof }: { id: number; proof: Proof }) {
  const holds = useProofCheck(id, proof, null);
  return (
    <>
      <PageHeader title={`Proof of interaction ${id}`}>
        <div className={classes.actions}>
          <SaveProof id={id} proof={proof} />
          <Button leftSection={<Printer size={15} aria-hidden />} onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </PageHeader>
      <ProofState proof={proof} holds={holds} />
      <ProofParts id={id} proof={proof} />
    </>
  );
}

/** Purpose and instructions, verbatim. */
function RecordedTheme({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(recordedThemeQuery(id));
  if (error !== null) return <FetchProblem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Spinner />;
  return (
    <Section title="Theme at the time">
      <dl className={classes.parts}>
        <dt>Name</dt>
        <dd>{data.name}</dd>
        <dt>Purpose</dt>
        <dd data-text>{data.purpose || "none"}</dd>
        <dt>Instructions</dt>
        <dd data-text>{data.instructions || "none"}</dd>
      </dl>
    </Section>
  );
}
