import { SegmentedControl } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useState } from "react";
import { getDocumentFile } from "#contract/knowledge/documents.ts";
import { locate } from "#web/kernel/api.ts";
import { formatSize } from "#web/ui/format.ts";
import { Problem, Spinner } from "#web/ui/parts.tsx";
import { fileKind } from "./file-kind.ts";
import { sourceQuery } from "./queries.ts";
import type { SourcePlace } from "./source-place.ts";
import { SourceText } from "./source-text.tsx";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./source-view.module.css";

// rendering a PDF takes half a megabyte of script: load it with the first original
const OriginalPage = lazy(() => import("./original-page.tsx"));

export type SourceMode = "text" | "original";

const phone = "(max-width: 40em)";

/** On a phone the text first: a page is too small to read there. */
export const firstMode = (): SourceMode => (window.matchMedia(phone).matches ? "text" : "original");

type Props = {
  citation: SourcePlace;
  mode: SourceMode;
  onMode(mode: SourceMode): void;
  /** Chooses a paragraph of the text; undefined where nothing is chosen. */
  onChoose?: ((words: string) => void) | undefined;
};

/** A cited version at the words supporting an answer: the printed page of a PDF, else its text. */
export function SourceBody({ citation, mode, onMode, onChoose }: Props) {
  const { data, error, refetch } = useQuery(sourceQuery(citation.documentId, citation.version));
  const isPhone = useMediaQuery(phone) ?? false;
  const [problem, setProblem] = useState<string | null>(null);
  const showText = useCallback(
    (sentence: string) => {
      setProblem(sentence);
      onMode("text");
    },
    [onMode],
  );
  if (error) return <Problem onRetry={() => void refetch()}>{error.message}</Problem>;
  if (data === undefined) return <Spinner label="Opening the source" />;
  const isPdf = data.fileType === "application/pdf";
  const view = isPdf ? mode : "text";
  const original = locate(getDocumentFile, { id: citation.documentId, version: citation.version });
  const labelOf = (number: number) =>
    data.pages.find((page) => page.number === number)?.label ?? String(number);
  const facts = [
    ["Document", data.name],
    ["ID", data.id],
    ["File type", fileKind(data.fileType)],
    ["Size", formatSize(data.fileSize)],
    // as in the notes, the first version has nothing to be told from
    ...(data.version > 1 ? [["Version", data.version]] : []),
  ];
  return (
    <>
      <div className={classes.head}>
        {/* required by the specification; on a phone they would take the page's space */}
        <details className={classes.details} open={!isPhone}>
          <summary>
            <span className={classes.brief}>
              {joinFacts([
                fileKind(data.fileType),
                formatSize(data.fileSize),
                data.version > 1 ? `version ${data.version}` : "",
              ])}
            </span>
            <span className={classes.whole}>About this document</span>
          </summary>
          <dl className={classes.facts}>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
        <a href={original.url} download>
          Download
        </a>
        {isPdf && (
          <SegmentedControl
            className={classes.switch}
            size="xs"
            aria-label="How to show the source"
            value={view}
            onChange={(next) => {
              setProblem(null);
              onMode(next === "original" ? "original" : "text");
            }}
            data={[
              { value: "original", label: "Original page" },
              { value: "text", label: "Text" },
            ]}
          />
        )}
      </div>
      {problem !== null && (
        <p className={classes.problem} role="status">
          {problem}
        </p>
      )}
      {view === "text" ? (
        <SourceText pages={data.pages} citation={citation} onChoose={onChoose} />
      ) : (
        <Suspense fallback={<Spinner label="Opening the original" />}>
          <OriginalPage
            // remounted for another citation: the page shown belongs to it
            key={`${citation.documentId} ${citation.version} ${citation.pageIndex} ${citation.quote}`}
            citation={citation}
            labelOf={labelOf}
            onProblem={showText}
          />
        </Suspense>
      )}
    </>
  );
}
