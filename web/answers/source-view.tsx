import { Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Citation } from "#contract/answers.ts";
import { getDocumentFile } from "#contract/documents.ts";
import { locate } from "../api.ts";
import { Problem, Spinner } from "../ui/parts.tsx";
import { sourceQuery } from "./queries.ts";
import { locateQuote } from "./locate-quote.ts";
import classes from "./source-view.module.css";

/** The cited version's text, opened at the passage the sentence rests on. */
export function SourceView({ citation, onClose }: { citation: Citation | null; onClose(): void }) {
  return (
    <Modal
      opened={citation !== null}
      onClose={onClose}
      title={citation?.documentName ?? ""}
      size={860}
      closeButtonProps={{ "aria-label": "Close the source" }}
    >
      {citation !== null && <Source citation={citation} />}
    </Modal>
  );
}

function Source({ citation }: { citation: Citation }) {
  const { data, error, refetch } = useQuery(sourceQuery(citation.documentId, citation.version));
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // in braces: browsers answer a promise now, which an effect must not return
    place.current?.scrollIntoView({ block: "center" });
  }, [data]);
  if (error) return <Problem onRetry={() => void refetch()}>{error.message}</Problem>;
  if (data === undefined) return <Spinner label="Opening the source" />;
  const original = locate(getDocumentFile, { id: citation.documentId, version: citation.version });
  return (
    <>
      <dl className={classes.facts}>
        <div>
          <dt>Document</dt>
          <dd>{data.name}</dd>
        </div>
        <div>
          <dt>ID</dt>
          <dd>{data.id}</dd>
        </div>
        <div>
          <dt>File type</dt>
          <dd>{data.fileType}</dd>
        </div>
        <div>
          <dt>Size</dt>
          <dd>{(data.fileSize / 1024).toFixed(2)} KB</dd>
        </div>
        <div>
          <dt>Version</dt>
          <dd>{data.version}</dd>
        </div>
        <div>
          <dt>Original</dt>
          <dd>
            <a href={original.url} download>
              Download
            </a>
          </dd>
        </div>
      </dl>
      <div className={classes.pages} tabIndex={0} role="region" aria-label="Text of the document">
        {data.pages.map((page) => {
          const span =
            page.index === citation.pageIndex
              ? locateQuote(page.text, citation.quote || citation.passage)
              : null;
          return (
            <section key={page.index} className={classes.page}>
              {page.number !== null && <p className={classes.number}>Page {page.label ?? page.number}</p>}
              {span === null ? (
                <p>{page.text}</p>
              ) : (
                <p>
                  {page.text.slice(0, span.start)}
                  <mark ref={place}>{page.text.slice(span.start, span.end)}</mark>
                  {page.text.slice(span.end)}
                </p>
              )}
            </section>
          );
        })}
      </div>
    </>
  );
}
