import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Document, DocumentVersion } from "#contract/knowledge/documents.ts";
import type { Theme } from "#contract/knowledge/themes.ts";
import { beginningOf } from "#web/knowledge/sources/source-place.ts";
import { SourceView } from "#web/knowledge/sources/source-view.tsx";
import { formatCount, formatDateTime, formatSize } from "#web/ui/format.ts";
import { Badge, Problem, Spinner } from "#web/ui/parts.tsx";
import { versionsQuery } from "./queries.ts";
import { ReplaceDocument } from "./replace-document.tsx";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./document-versions.module.css";

/** Every uploaded version: uploader, status, dependent answers; and the replace action. */
export function DocumentVersions({ document, theme }: { document: Document; theme: Theme }) {
  const versions = useQuery(versionsQuery(document));
  const [opened, setOpened] = useState<number | null>(null);
  const isUsed = versions.data?.some(({ answers }) => answers > 0) === true;
  return (
    <section className={classes.versions} aria-label={`Versions of ${document.name}`}>
      {versions.isError ? (
        <Problem onRetry={() => void versions.refetch()}>{versions.error.message}</Problem>
      ) : versions.data === undefined ? (
        <Spinner />
      ) : (
        <ol>
          {versions.data.map((version) => (
            <Version
              key={version.version}
              document={document}
              version={version}
              waitsForSignOff={version.version === document.version && waitsForSignOff(document, theme)}
              onOpen={() => setOpened(version.version)}
            />
          ))}
        </ol>
      )}
      {isUsed && (
        <p className={classes.facts}>
          Answers cite this document.{" "}
          <Link to="/look-back" search={{ document: document.id }}>
            See who received them
          </Link>{" "}
          and tell them when a rule changes.
        </p>
      )}
      <ReplaceDocument document={document} theme={theme} size="xs">
        Replace with a new version
      </ReplaceDocument>
      <SourceView
        citation={opened === null ? null : beginningOf(document, opened)}
        onClose={() => setOpened(null)}
      />
    </section>
  );
}

type VersionProps = {
  document: Document;
  version: DocumentVersion;
  waitsForSignOff: boolean;
  onOpen(): void;
};

function Version({ document, version, waitsForSignOff, onOpen }: VersionProps) {
  const answers = formatCount(version.answers, "answer");
  return (
    <li>
      <p className={classes.name}>
        Version {version.version} {version.answering && <Badge tone="ok">In use</Badge>}
        {waitsForSignOff && <Badge tone="warn">Awaiting sign-off</Badge>}
        {version.status === "processing" && <Badge tone="warn">Reading</Badge>}
        {version.waitsForOcr && <Badge tone="warn">Waiting for OCR</Badge>}
        {version.status === "failed" && !version.waitsForOcr && <Badge tone="bad">Failed</Badge>}
      </p>
      <p className={classes.facts}>
        {joinFacts([
          `${formatDateTime(version.uploadedAt)} by ${version.uploadedBy || "unknown"}`,
          formatSize(version.fileSize),
        ])}
      </p>
      {version.statusReason !== null && (
        <p className={version.waitsForOcr ? classes.facts : classes.reason}>{version.statusReason}</p>
      )}
      <p className={classes.ways}>
        {version.status === "ready" && (
          <button type="button" onClick={onOpen} aria-label={`Open version ${version.version}`}>
            Open
          </button>
        )}
        {version.answers > 0 ? (
          <Link
            to="/admin"
            search={{
              tab: "interactions",
              document: document.id,
              version: version.version,
              file: document.name,
            }}
          >
            Used for {answers}
          </Link>
        ) : (
          <span>Not used yet</span>
        )}
      </p>
    </li>
  );
}

/** Its newest version is read and answers once an administrator signs its receipt. */
export function waitsForSignOff(document: Document, theme: Theme): boolean {
  return theme.requireSignOff && document.receipt?.signedOffAt === null;
}
