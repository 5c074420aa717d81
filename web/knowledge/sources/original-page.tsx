import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { Document, pdfjs, type DocumentProps } from "react-pdf";
import { Spinner } from "#web/ui/parts.tsx";
import { DrawnPage } from "./drawn-page.tsx";
import { originalQuery } from "./queries.ts";
import type { SourcePlace } from "./source-place.ts";

// the build puts these next to the scripts (vite.config.ts)
const parts = `/assets/pdf-${pdfjs.version}`;
pdfjs.GlobalWorkerOptions.workerSrc = `${parts}/pdf.worker.min.mjs`;

const options: DocumentProps["options"] = {
  cMapUrl: `${parts}/cmaps/`,
  standardFontDataUrl: `${parts}/standard_fonts/`,
  wasmUrl: `${parts}/wasm/`,
  iccUrl: `${parts}/iccs/`,
  // nothing in a file is active: forms are off, and scripts have no engine here
  enableXfa: false,
  // an A0 sheet at 150 dpi has 35 million points; skip larger pictures rather than unpack them
  maxImageSize: 40_000_000,
};

type Props = {
  citation: SourcePlace;
  /** A reader's page labels, by position from 1. */
  labelOf(number: number): string;
  /** The page can't be rendered; the sentence says so. */
  onProblem(sentence: string): void;
};

/** The original PDF at the cited page as printed, with the cited words marked. */
export default function OriginalPage({ citation, labelOf, onProblem }: Props) {
  const { data, error } = useQuery(originalQuery(citation.documentId, citation.version));
  useEffect(() => {
    if (error) onProblem(`The original could not be opened: ${error.message}`);
  }, [error, onProblem]);
  // rendering transfers its buffer to the worker: pass a copy
  const file = useMemo(() => (data === undefined ? null : { data: data.slice() }), [data]);
  const fail = useCallback(
    () => onProblem("The original page could not be shown here. This is its text."),
    [onProblem],
  );
  const [pages, setPages] = useState(0);
  if (file === null) return <Spinner label="Opening the original" />;
  return (
    <Document
      file={file}
      options={options}
      suspense={false}
      onLoadSuccess={({ numPages }) => setPages(numPages)}
      onLoadError={fail}
      onSourceError={fail}
      onPassword={fail}
      loading={<Spinner label="Opening the original" />}
      error=""
      noData=""
    >
      {pages > 0 && <DrawnPage citation={citation} pages={pages} labelOf={labelOf} onFail={fail} />}
    </Document>
  );
}
