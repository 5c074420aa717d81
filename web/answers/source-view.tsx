import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useState } from "react";
import { getDocumentFile } from "#contract/documents.ts";
import { locate } from "../api.ts";
import { Problem, Spinner } from "../ui/parts.tsx";
import { formatSize } from "../ui/format.ts";
import { Modal } from "../ui/modal.tsx";
import { sourceQuery } from "./queries.ts";
import type { SourcePlace } from "./source-place.ts";
import { SourceText } from "./source-text.tsx";
import classes from "./source-view.module.css";

// drawing a PDF needs half a megabyte of script: it comes when somebody looks at an original
const OriginalPage = lazy(() => import("./original-page.tsx"));

/** The cited version, opened at the passage the sentence rests on: its text, and of a PDF the page as it was printed. */
export function SourceView({ citation, onClose }: { citation: SourcePlace | null; onClose(): void }) {
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

function Source({ citation }: { citation: SourcePlace }) {
  const { data, error, refetch } = useQuery(sourceQuery(citation.documentId, citation.version));
  const [view, setView] = useState<"text" | "original">("text");
  const [problem, setProblem] = useState<string | null>(null);
  const showText = useCallback((sentence: string) => {
    setProblem(sentence);
    setView("text");
  }, []);
  if (error) return <Problem onRetry={() => void refetch()}>{error.message}</Problem>;
  if (data === undefined) return <Spinner label="Opening the source" />;
  const original = locate(getDocumentFile, { id: citation.documentId, version: citation.version });
  const facts = [
    ["Document", data.name],
    ["ID", data.id],
    ["File type", data.fileType],
    ["Size", formatSize(data.fileSize)],
    ["Version", data.version],
  ];
  const labelOf = (number: number) =>
    data.pages.find((page) => page.number === number)?.label ?? String(number);
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>Original</dt>
          <dd>
            <a href={original.url} download>
              Download
            </a>
          </dd>
        </div>
      </dl>
      {data.fileType === "application/pdf" && (
        <SegmentedControl
          className={classes.switch}
          size="xs"
          aria-label="How to show the source"
          value={view}
          onChange={(next) => {
            setProblem(null);
            setView(next === "original" ? "original" : "text");
          }}
          data={[
            { value: "text", label: "Text" },
            { value: "original", label: "Original page" },
          ]}
        />
      )}
      {problem !== null && (
        <p className={classes.problem} role="status">
          {problem}
        </p>
      )}
      {view === "text" ? (
        <SourceText pages={data.pages} citation={citation} />
      ) : (
        <Suspense fallback={<Spinner label="Opening the original" />}>
          <OriginalPage citation={citation} labelOf={labelOf} onProblem={showText} />
        </Suspense>
      )}
    </>
  );
}
