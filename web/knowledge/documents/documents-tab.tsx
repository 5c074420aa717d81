import { Dropzone } from "@mantine/dropzone";
import { Progress } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { FileUp, RotateCcw, X } from "lucide-react";
import type { Document } from "#contract/knowledge/documents.ts";
import type { Theme } from "#contract/knowledge/themes.ts";
import { restoreFocusOnRemoval } from "#web/ui/restore-focus.ts";
import { Button } from "#web/ui/button.tsx";
import { formatNumber, formatSize } from "#web/ui/format.ts";
import { Badge, Problem } from "#web/ui/parts.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { SelectionBar } from "#web/ui/selection-bar.tsx";
import type { Source } from "#web/ui/remote-options.ts";
import { useSelection } from "#web/ui/selection.ts";
import { amendToast } from "#web/ui/toast.tsx";
import { BatchSummary } from "./batch-summary.tsx";
import { DocumentsBatch } from "./documents-batch.tsx";
import { DocumentItem } from "./document-item.tsx";
import { FirstQuestions } from "./first-questions.tsx";
import { EncodingProgress } from "./encoding-progress.tsx";
import { documentsQuery } from "./queries.ts";
import { acceptedBy } from "./send-file.ts";
import { SameName } from "./same-name.tsx";
import type { Becomes, QueueItem, Upload } from "./upload.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import classes from "./documents-tab.module.css";

/** With this many or more, typing a name is faster. */
const searchFrom = 10;

const idOf = ({ id }: Document) => id;

type Props = {
  theme: Theme;
  upload: Upload;
  /** Where documents can be moved. */
  targets: Source<Theme>;
  onAgents(): void;
  /** Opens the inline trial question; null opens the workbench. */
  onAsk: (() => void) | null;
};

/** Drop files, watch each one arrive and become ready, and review the extracted content. */
export function DocumentsTab({ theme, upload, targets, onAgents, onAsk }: Props) {
  const [search, setSearch] = useState("");
  const documents = useInfiniteQuery(documentsQuery(theme.id, search));
  const rows = documents.data?.pages.flatMap((page) => page.rows) ?? [];
  const total = documents.data?.pages.at(-1)?.total ?? 0;
  // one row per file: the document's row takes over after the upload
  const queued = new Set(upload.items.map(({ documentId }) => documentId));
  const shown = rows.filter(({ id }) => !queued.has(id));
  const selection = useSelection(idOf);
  // once what was just uploaded is read; a new theme shows them after a reload, too
  const isReading = upload.items.length > 0 || rows.some(({ status }) => status === "processing");
  const answering =
    isReading || (upload.arrived.length === 0 && onAsk === null)
      ? ""
      : rows
          .flatMap(({ id, answeringVersion: version }) => (version === null ? [] : [`${id}.${version}`]))
          .join(" ");
  const { notice } = upload;
  const unread = rows.filter(
    ({ id, status, waitsForOcr }) => upload.arrived.includes(id) && status === "failed" && !waitsForOcr,
  ).length;
  // a file may be uploaded, then turn out to be unreadable while its success notice still shows
  useEffect(() => {
    if (notice !== null && unread > 0)
      amendToast(notice.id, `${notice.text}. ${unread} of them could not be read: see the list.`);
  }, [notice, unread]);
  const pending = upload.items.filter((item) => item.status === "pending").length;
  const uploading = upload.items.filter((item) => item.status === "uploading").length;
  const finished = upload.items.some((item) => item.status === "success" || item.status === "error");
  return (
    <>
      <div ref={restoreFocusOnRemoval}>
        <Dropzone
          onDrop={upload.add}
          onReject={() => undefined}
          className={classes.drop}
          activateOnKeyboard={false}
          useFsAccessApi={false}
          inputProps={{ accept: acceptedBy(theme.moreFormats), "aria-label": "Choose files" }}
        >
          <div className={classes.invite}>
            <FileUp size={22} aria-hidden />
            {/* a press on it reaches the surrounding drop zone, which screen readers ignore */}
            <button type="button">Drop files here, or click to browse</button>
            <p className={classes.hint}>
              <span>Maximum file size: 10MB each</span>
              <span className={classes.dot}> • </span>
              <span>Up to 10 files at once</span>
            </p>
            {theme.moreFormats && (
              <p className={classes.hint}>
                PDF, Word, text, Excel, PowerPoint, web pages, Markdown, emails and CSV
              </p>
            )}
          </div>
        </Dropzone>
        <BatchSummary
          theme={theme}
          documents={rows.filter(({ id }) => upload.arrived.includes(id))}
          sending={pending + uploading}
          refused={upload.items.filter(({ status }) => status === "error" || status === "asking").length}
          onAgents={onAgents}
          onAsk={onAsk}
        />
        {upload.items.length > 0 && (
          <section aria-label="Files to upload" className={classes.queue}>
            <ul>
              {upload.items.map((item) => (
                <Item
                  key={item.key}
                  item={item}
                  onRemove={() => upload.remove(item.key)}
                  onRetry={() => upload.retry(item.key)}
                  onDecide={(becomes) => upload.decide(item.key, becomes)}
                />
              ))}
            </ul>
            <div className={`${classes.buttons} ${classes.places}`}>
              {pending > 0 && (
                <Button disabled={uploading > 0} onClick={() => void upload.uploadAll()}>
                  {`Upload ${pending} Files`}
                </Button>
              )}
              {finished && (
                <Button data-clear onClick={upload.clearCompleted}>
                  Clear Completed
                </Button>
              )}
            </div>
          </section>
        )}
      </div>
      <section aria-label="Uploaded documents" className={classes.uploaded}>
        {/* while all of the chosen ones leave, their dialog stays */}
        {(shown.length > 0 || selection.rows.length > 0) && (
          <SelectionBar things="documents" selection={selection} shown={shown} total={total}>
            <DocumentsBatch theme={theme} selection={selection} targets={targets} />
          </SelectionBar>
        )}
        {documents.isError ? (
          <Problem onRetry={() => void documents.refetch()}>Failed to fetch documents</Problem>
        ) : documents.data === undefined ? (
          <Waiting shape="lines" />
        ) : shown.length === 0 && upload.items.length > 0 && search === "" ? null : rows.length === 0 &&
          search === "" ? (
          <p className={classes.none}>
            No documents yet. This theme answers from the documents you upload here.
          </p>
        ) : (
          <>
            {(total >= searchFrom || search !== "") && (
              <SearchInput
                label="Search documents"
                placeholder="Search documents"
                value={search}
                onSearch={setSearch}
              />
            )}
            {rows.length === 0 && <p className={classes.none}>No document matches your search.</p>}
            <p className={classes.note}>AI-suggested tags (can be edited in document settings)</p>
            <ul className={classes.documents}>
              {shown.map((document) => (
                <DocumentItem key={document.id} document={document} theme={theme} selection={selection} />
              ))}
            </ul>
            {documents.hasNextPage && (
              <div className={classes.buttons}>
                <Button loading={documents.isFetchingNextPage} onClick={() => void documents.fetchNextPage()}>
                  {`Show more (${rows.length} of ${formatNumber(total)})`}
                </Button>
              </div>
            )}
            <EncodingProgress themeId={theme.id} />
          </>
        )}
        {answering !== "" && <FirstQuestions theme={theme} versions={answering} />}
      </section>
    </>
  );
}

const tones = { pending: "plain", asking: "warn", uploading: "warn", success: "ok", error: "bad" } as const;

type ItemProps = { item: QueueItem; onRemove(): void; onRetry(): void; onDecide(becomes: Becomes): void };

function Item({ item, onRemove, onRetry, onDecide }: ItemProps) {
  const percent = Math.round(item.progress * 100);
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <div>
          <p className={classes.title}>
            {item.file.name}{" "}
            <span aria-live="polite">
              <Badge tone={tones[item.status]}>{item.status === "asking" ? "needs you" : item.status}</Badge>
            </span>
          </p>
          <p className={classes.facts}>
            {formatSize(item.file.size)}
            {item.status === "uploading" && ` · ${percent}%`}
          </p>
        </div>
        {(item.status === "pending" || item.status === "asking") && (
          <IconButton icon={X} label={`Remove ${item.file.name}`} onClick={onRemove} />
        )}
        {item.canRetry && (
          <IconButton icon={RotateCcw} label={`Try ${item.file.name} again`} onClick={onRetry} />
        )}
      </div>
      {item.status === "asking" && <SameName item={item} onDecide={onDecide} />}
      {item.message !== null && (
        <p className={classes.reason} role="status">
          {item.message}
        </p>
      )}
      {item.status === "uploading" && (
        <Progress
          className={classes.progress}
          size="xs"
          color="var(--ink)"
          value={percent}
          aria-label={`Uploading ${item.file.name}`}
        />
      )}
    </li>
  );
}
