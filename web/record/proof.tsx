import { useQuery } from "@tanstack/react-query";
import { Download, Printer } from "lucide-react";
import { useState } from "react";
import type { Citation } from "#contract/answers.ts";
import type { RecordProof } from "#contract/record.ts";
import type { z } from "zod";
import { SourceView } from "../answers/source-view.tsx";
import { interactionQuery } from "../interactions/queries.ts";
import { InteractionFacts } from "../interactions/interaction-facts.tsx";
import { RecordedAnswer } from "../interactions/recorded-answer.tsx";
import { RecordFoot } from "../interactions/record-foot.tsx";
import { ReviewNotes } from "../reviews/review-notes.tsx";
import { QrCode } from "../ui/qr-code.tsx";
import { Button } from "../ui/button.tsx";
import { saveFile } from "../ui/csv.ts";
import { FetchProblem } from "../ui/fetch-problem.tsx";
import { formatDateTime } from "../ui/format.ts";
import { Empty, Page, PageHeader, Spinner } from "../ui/parts.tsx";
import { useSearchParams } from "../ui/search-params.ts";
import { roleNames } from "../users/role-names.ts";
import { AskAgain } from "./ask-again.tsx";
import { proofQuery, recordedThemeQuery } from "./queries.ts";
import { readProof } from "./read-proof.ts";
import classes from "./proof.module.css";

type Proof = z.output<typeof RecordProof>;

/** One answer as it was, with its proof, to print or to hand over. */
export default function ProofScreen() {
  const id = useSearchParams().number("interaction");
  return (
    <Page>
      {id === undefined ? (
        <Empty>Open an interaction in Administration and choose Proof.</Empty>
      ) : (
        <Recorded key={id} id={id} />
      )}
    </Page>
  );
}

function Recorded({ id }: { id: number }) {
  const interaction = useQuery(interactionQuery(id));
  const proof = useQuery(proofQuery(id));
  const [source, setSource] = useState<Citation | null>(null);
  if (interaction.error !== null)
    return isNotFound(interaction.error) && proof.data !== undefined ? (
      <Erased id={id} proof={proof.data} />
    ) : isNotFound(interaction.error) && proof.isPending ? (
      <Spinner label="Fetching the proof" />
    ) : (
      <FetchProblem error={interaction.error} onRetry={() => void interaction.refetch()} />
    );
  if (interaction.data === undefined) return <Spinner />;
  return (
    <>
      <PageHeader title={`Proof of interaction ${id}`} subtitle={interaction.data.companyName}>
        <div className={classes.actions}>
          {proof.data !== undefined && <SaveProof id={id} proof={proof.data} />}
          <Button leftSection={<Printer size={15} aria-hidden />} onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </PageHeader>
      <RecordedAnswer interaction={interaction.data} onOpenSource={setSource} heading="h2" />
      <InteractionFacts interaction={interaction.data} />
      <ReviewNotes interaction={interaction.data} action={null} />
      {proof.error !== null ? (
        isNotFound(proof.error) ? (
          <Empty>This answer was given before answers were put into the log, and has no proof.</Empty>
        ) : (
          <FetchProblem error={proof.error} onRetry={() => void proof.refetch()} />
        )
      ) : proof.data === undefined ? (
        <Spinner label="Fetching the proof" />
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

/** Of an answer whose content is gone: that it was given, and when and why it was erased. */
function Erased({ id, proof }: { id: number; proof: Proof }) {
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
      <ProofParts id={id} proof={proof} />
    </>
  );
}

/** Purpose and instructions, word for word. */
function RecordedTheme({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(recordedThemeQuery(id));
  if (error !== null) return <FetchProblem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Spinner />;
  return (
    <section className={classes.proof} aria-labelledby="theme-then">
      <h2 id="theme-then">Theme at the time</h2>
      <dl className={classes.parts}>
        <dt>Name</dt>
        <dd>{data.name}</dd>
        <dt>Purpose</dt>
        <dd data-text>{data.purpose || "none"}</dd>
        <dt>Instructions</dt>
        <dd data-text>{data.instructions || "none"}</dd>
      </dl>
    </section>
  );
}

function SaveProof({ id, proof }: { id: number; proof: Proof }) {
  return (
    <Button
      leftSection={<Download size={15} aria-hidden />}
      onClick={() =>
        saveFile(`interaction-${id}.proof.json`, "application/json", JSON.stringify(proof, null, 2))
      }
    >
      Download proof
    </Button>
  );
}

function ProofParts({ id, proof }: { id: number; proof: Proof }) {
  const { entry, manifest, asker, erasures, head } = readProof(proof);
  const { name, email } = asker ?? manifest?.asker ?? {};
  return (
    <section className={classes.proof} aria-labelledby="proof">
      <h2 id="proof">Proof</h2>
      {erasures.map(({ at, of, months }, place) => (
        <p key={place}>
          {of === "person"
            ? `The name of the person was erased on ${formatDateTime(at)}.`
            : `Content of this answer was erased on ${formatDateTime(at)} under the retention period of ${of}, ${months ?? 0} months.`}
        </p>
      ))}
      {manifest === null ? (
        <p>The content of this answer was erased. Its place in the log and its commitment stand.</p>
      ) : (
        <dl className={classes.parts}>
          <dt>Asked by</dt>
          <dd>{`${name || email || `Person ${manifest.asker.id}, name erased`}, ${roleNames[manifest.asker.role]} at that time`}</dd>
          <dt>Purpose, SHA-256</dt>
          <dd data-hash>{manifest.theme.purpose}</dd>
          <dt>Instructions, SHA-256</dt>
          <dd data-hash>{manifest.theme.instructions}</dd>
          <dt>Theme's tags, SHA-256</dt>
          <dd data-hash>{manifest.theme.tags}</dd>
          <dt>Program</dt>
          <dd>
            {`Footnote ${manifest.build}, prompt version ${manifest.promptVersion ?? "none"}, `}
            {manifest.model == null ? "no model" : `model ${manifest.model.answered ?? manifest.model.asked}`}
          </dd>
          {manifest.sources.map((source, place) => (
            <div key={place} className={classes.source}>
              <dt>
                {`${source.marker === null ? "" : `[${source.marker}] `}${source.name}, version ${source.version}`}
                {source.page !== null && `, page ${source.page}`}
              </dt>
              <dd data-hash>Passage SHA-256 {source.passage.sha256}</dd>
              {source.file !== null && <dd data-hash>File SHA-256 {source.file}</dd>}
            </div>
          ))}
        </dl>
      )}
      <div className={classes.head}>
        <div>
          <dl className={classes.parts}>
            <dt>Event</dt>
            <dd>{`No. ${entry.seq.toLocaleString()}, ${formatDateTime(entry.at)}`}</dd>
            <dt>Manifest's hash</dt>
            <dd data-hash>{entry.manifest}</dd>
            <dt>Head</dt>
            <dd data-hash>{`${head.origin}, ${head.size.toLocaleString()} events, root ${head.root}`}</dd>
          </dl>
          <p>
            {`The event is leaf ${entry.seq.toLocaleString()} of ${head.size.toLocaleString()}. Hashed with ${
              proof.inclusion.length === 1 ? "1 hash" : `${proof.inclusion.length} hashes`
            } of its neighbors, it gives the root of the signed head. Nobody can change the answer or its sources and still arrive at this root. `}
            Compare the code with a head that was kept elsewhere.
          </p>
          <p className={classes.command}>
            {`node footnote-verify.mjs interaction-${id}.proof.json --key key.pem`}
          </p>
        </div>
        <QrCode text={proof.head} label="The signed head as a QR code" />
      </div>
    </section>
  );
}
