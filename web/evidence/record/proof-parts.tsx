import { Download } from "lucide-react";
import { getRecordVerifier, type RecordProof } from "#contract/evidence/record.ts";
import type { z } from "zod";
import { locate } from "#web/kernel/api.ts";
import { DownloadLink } from "#web/ui/download-link.tsx";
import { QrCode } from "#web/ui/qr-code.tsx";
import { Button } from "#web/ui/button.tsx";
import { saveFile } from "#web/ui/save-file.ts";
import { formatCount, formatDateTime } from "#web/ui/format.ts";
import { usePrinting } from "#web/ui/printing.ts";
import { Section } from "#web/ui/section.tsx";
import { roleNames } from "#web/identity/users/role-names.ts";
import { readProof } from "./read-proof.ts";
import classes from "./proof.module.css";

export type Proof = z.output<typeof RecordProof>;

/** @param proof undefined while it loads */
export function SaveProof({ id, proof }: { id: number; proof: Proof | undefined }) {
  return (
    <Button
      disabled={proof === undefined}
      leftSection={<Download size={15} aria-hidden />}
      onClick={() =>
        saveFile(`interaction-${id}.proof.json`, "application/json", JSON.stringify(proof, null, 2))
      }
    >
      Download proof
    </Button>
  );
}

/** The manifest, the position in the log and the signed head, in readable form. */
export function ProofParts({ id, proof }: { id: number; proof: Proof }) {
  const { entry, manifest, asker, erasures, head } = readProof(proof);
  const isPrinting = usePrinting();
  const { name, email, endUser } = asker ?? manifest?.asker ?? {};
  return (
    <Section title="Proof">
      {erasures.map(({ at, of, months }, index) => (
        <p key={index}>
          {of === "person"
            ? `The name of the person was erased on ${formatDateTime(at)}.`
            : `Content of this answer was erased on ${formatDateTime(at)} under the retention period of ${of}, ${months ?? 0} months.`}
        </p>
      ))}
      {manifest === null ? (
        <p>The content of this answer was erased. Its place in the log and its commitment remain.</p>
      ) : (
        <dl className={classes.parts}>
          <dt>Asked by</dt>
          <dd>{`${name || email || `Person ${manifest.asker.id}, name erased`}, ${roleNames[manifest.asker.role]} at that time${endUser === undefined ? "" : `, for ${endUser}`}`}</dd>
          <dt>Program</dt>
          <dd>
            {`Footnote ${manifest.build}, prompt version ${manifest.promptVersion ?? "none"}, `}
            {manifest.model == null ? "no model" : `model ${manifest.model.answered ?? manifest.model.asked}`}
          </dd>
        </dl>
      )}
      <div className={classes.head}>
        <div>
          <dl className={classes.parts}>
            <dt>Event</dt>
            <dd>{`No. ${entry.seq.toLocaleString()}, ${formatDateTime(entry.at)}`}</dd>
            {proof.timestamp !== null && (
              <>
                <dt>Time stamp</dt>
                <dd>{`${proof.timestamp.by}, ${formatDateTime(proof.timestamp.at)}`}</dd>
              </>
            )}
          </dl>
          <p>
            {`The event is leaf ${entry.seq.toLocaleString()} of ${head.size.toLocaleString()}. Hashed with ${formatCount(
              proof.inclusion.length,
              "hash",
              "hashes",
            )} of its neighbors, it gives the root of the signed head. Nobody can change the answer or its sources and still arrive at this root. `}
            Compare the code with a head that was kept elsewhere.
          </p>
          <p className={classes.command}>
            {`node footnote-verify.mjs interaction-${id}.proof.json --key key.pem`}
          </p>
          <div className={classes.actions}>
            <DownloadLink href={locate(getRecordVerifier, {}).url}>Verifier</DownloadLink>
            <Button onClick={() => saveFile("key.pem", "application/x-pem-file", proof.key)}>
              Public key
            </Button>
          </div>
        </div>
        <QrCode text={proof.head} label="The signed head as a QR code" />
      </div>
      <details className={classes.hashes} {...(isPrinting ? { open: true } : {})}>
        <summary>All hashes</summary>
        <dl className={classes.parts}>
          {manifest !== null && (
            <>
              <dt>Purpose, SHA-256</dt>
              <dd data-hash>{manifest.theme.purpose}</dd>
              <dt>Instructions, SHA-256</dt>
              <dd data-hash>{manifest.theme.instructions}</dd>
              <dt>Theme's tags, SHA-256</dt>
              <dd data-hash>{manifest.theme.tags}</dd>
              {manifest.sources.map((source, index) => (
                <div key={index} className={classes.source}>
                  <dt>
                    {`${source.marker === null ? "" : `[${source.marker}] `}${source.name}, version ${source.version}`}
                    {source.page !== null && `, page ${source.page}`}
                  </dt>
                  <dd data-hash>Passage SHA-256 {source.passage.sha256}</dd>
                  {source.file !== null && <dd data-hash>File SHA-256 {source.file}</dd>}
                </div>
              ))}
            </>
          )}
          <dt>Manifest hash</dt>
          <dd data-hash>{entry.manifest}</dd>
          <dt>Head</dt>
          <dd data-hash>{`${head.origin}, ${head.size.toLocaleString()} events, root ${head.root}`}</dd>
        </dl>
      </details>
    </Section>
  );
}
