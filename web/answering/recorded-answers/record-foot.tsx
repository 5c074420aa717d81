import type { Interaction } from "#contract/answering/interactions.ts";
import { formatDateTime } from "#web/ui/format.ts";
import { usePrintedAt } from "#web/ui/printing.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./recorded-answer.module.css";

/** Identifies a printed record: its company, the print date, and the hash of each cited file. */
export function RecordFoot({ interaction }: { interaction: Interaction }) {
  const printedAt = usePrintedAt();
  const { companyName, interactionId, files, citations } = interaction;
  const nameOf = ({ documentId, version }: Interaction["files"][number]) =>
    citations.find((citation) => citation.documentId === documentId && citation.version === version)
      ?.documentName ?? "";
  return (
    <section className={classes.foot} aria-label="Record">
      <p>
        {joinFacts([
          companyName,
          `record ${interactionId}`,
          printedAt === null ? "" : `printed ${formatDateTime(printedAt)}`,
        ])}
      </p>
      {files.length > 0 && (
        <details {...(printedAt === null ? {} : { open: true })}>
          <summary>File hashes</summary>
          <dl>
            {files.map((file) => (
              <div key={`${file.documentId}/${file.version}`}>
                <dt>
                  {nameOf(file)}, version {file.version}, SHA-256
                </dt>
                <dd>{file.sha256}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}
