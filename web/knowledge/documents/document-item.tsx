import { RotateCcw, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Document } from "#contract/knowledge/documents.ts";
import type { Theme } from "#contract/knowledge/themes.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { failureText } from "#web/ui/failure-text.ts";
import { formatCount, formatDate, formatNumber, formatSize } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useMay } from "#web/kernel/session.tsx";
import { Badge } from "#web/ui/parts.tsx";
import type { Selection } from "#web/ui/selection.ts";
import { SelectRow } from "#web/ui/selection-bar.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { beginningOf } from "#web/knowledge/sources/source-place.ts";
import { SourceView } from "#web/knowledge/sources/source-view.tsx";
import { tagGroups } from "#web/knowledge/tags/tag-groups.ts";
import { DocumentTags } from "./document-tags.tsx";
import { DocumentVersions, waitsForSignOff } from "./document-versions.tsx";
import { useDeleteDocument, useRetryDocument } from "./queries.ts";
import { useReading } from "#web/kernel/reading.ts";
import { ReceiptView } from "./receipt-view.tsx";
import { ReplaceDocument } from "./replace-document.tsx";
import { FileName } from "#web/ui/file-name.tsx";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./documents-tab.module.css";

type Props = { document: Document; theme: Theme; selection: Selection<Document> };

/** One document: its facts, status, tags and receipt. */
export function DocumentItem({ document, theme, selection }: Props) {
  const [shows, setShows] = useState<Part | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const remove = useDeleteDocument(theme.id);
  const retry = useRetryDocument(theme.id);
  const mayReadAgain = useMay("operation:edit");
  const [isOpen, setOpen] = useState(false);
  const parts = partsOf(document);
  const opened = useRef<HTMLDivElement>(null);
  // a section opening below the dialog's edge would go unnoticed
  useEffect(() => {
    if (shows !== null) opened.current?.scrollIntoView({ block: "nearest" });
  }, [shows]);
  return (
    <li className={classes.document}>
      <div className={classes.row}>
        <SelectRow selection={selection} row={document} name={document.name} />
        <div className={classes.what}>
          <p className={classes.title}>
            {document.status === "ready" ? (
              <button type="button" className={classes.name} onClick={() => setOpen(true)}>
                <FileName>{document.name}</FileName>
              </button>
            ) : (
              <FileName>{document.name}</FileName>
            )}{" "}
            <Status document={document} theme={theme} />
          </p>
          <p className={classes.facts}>
            {joinFacts([
              formatSize(document.fileSize),
              formatDate(document.createdAt),
              document.pages === null ? "" : formatCount(document.pages, "page"),
              document.version > 1 ? `version ${document.version}` : "",
              document.answeringVersion !== null && document.answeringVersion < document.version
                ? `version ${document.answeringVersion} still answers`
                : "",
            ])}
          </p>
        </div>
        <div className={classes.actions}>
          {parts.map(([part, word]) => (
            <Button
              key={part}
              size="compact-xs"
              tone="quiet"
              aria-label={`${word} of ${document.name}`}
              aria-expanded={shows === part}
              onClick={() => setShows(shows === part ? null : part)}
            >
              {word}
            </Button>
          ))}
          <IconButton icon={Trash2} label={`Delete ${document.name}`} onClick={() => setDeleting(true)} />
        </div>
      </div>
      {document.waitsForOcr && <p className={classes.facts}>{document.statusReason}</p>}
      {document.status === "failed" && !document.waitsForOcr && (
        <p className={classes.reason}>
          {document.statusReason}{" "}
          <ReplaceDocument document={document} theme={theme} size="compact-xs">
            Replace file
          </ReplaceDocument>{" "}
          <Button
            size="compact-xs"
            tone="quiet"
            leftSection={<RotateCcw size={12} aria-hidden />}
            loading={retry.isPending}
            onClick={() => retry.mutate(document.id)}
          >
            Try again
          </Button>
        </p>
      )}
      <div ref={opened} className={classes.opened}>
        {shows === "tags" ? (
          <DocumentTags document={document} onDone={() => setShows(null)} />
        ) : (
          <dl className={classes.tags}>
            {tagGroups.map(({ field, label, tone }) =>
              document.autoGeneratedTags[field].length === 0 ? null : (
                <div key={field}>
                  <dt>{label}</dt>
                  <dd>
                    {document.autoGeneratedTags[field].map((tag) => (
                      <Badge key={tag} tone={tone}>
                        {tag}
                      </Badge>
                    ))}
                  </dd>
                </div>
              ),
            )}
          </dl>
        )}
        {shows === "receipt" && document.receipt !== null && (
          <>
            <ReceiptView document={document} receipt={document.receipt} />
            {document.status === "ready" && mayReadAgain && (
              <Button
                size="compact-xs"
                tone="quiet"
                leftSection={<RotateCcw size={12} aria-hidden />}
                loading={retry.isPending}
                onClick={() =>
                  retry.mutate(document.id, {
                    onSuccess: () => toast("The document is read again"),
                    onError: (reason) => toastError("The document is not read again", reasonOf(reason)),
                  })
                }
              >
                Read again
              </Button>
            )}
          </>
        )}
        {shows === "versions" && <DocumentVersions document={document} theme={theme} />}
      </div>
      <SourceView
        citation={isOpen ? beginningOf(document, document.version) : null}
        onClose={() => setOpen(false)}
      />
      <Confirm
        opened={isDeleting}
        question="Are you sure you want to delete this document?"
        action="Delete"
        onClose={() => setDeleting(false)}
        onConfirm={async () => {
          try {
            await remove.mutateAsync(document.id);
          } catch (failure) {
            toastError("Delete failed", failureText("Failed to delete document", failure));
          }
          setDeleting(false);
        }}
      >
        <p>'{document.name}' won't be used in new answers. Past answers keep their quotes.</p>
      </Confirm>
    </li>
  );
}

type Part = "receipt" | "tags" | "versions";

/** Expandable sections of a document; only a document that was read has a receipt. */
function partsOf({ receipt }: Document): [Part, string][] {
  return [
    ...(receipt === null ? [] : [["receipt", "Receipt"] satisfies [Part, string]]),
    ["tags", "Tags"],
    ["versions", "Versions"],
  ];
}

function Status({ document, theme }: { document: Document; theme: Theme }) {
  const reading = useReading(document.id);
  const pages = reading === null ? "" : ` page ${formatNumber(reading.read)} of ${formatNumber(reading.all)}`;
  if (document.status === "processing") return <Badge tone="warn">Reading{pages}</Badge>;
  if (document.waitsForOcr)
    return <Badge tone="warn">{pages === "" ? "Waiting for OCR" : `Reading${pages} by OCR`}</Badge>;
  if (document.status === "failed") return <Badge tone="bad">Failed</Badge>;
  if (document.isHeld && document.status === "ready") return <Badge tone="warn">Held</Badge>;
  if (waitsForSignOff(document, theme)) return <Badge tone="warn">Awaiting sign-off</Badge>;
  return <Badge tone="ok">Ready</Badge>;
}
