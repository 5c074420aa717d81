import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { Document, pdfjs } from "react-pdf";
import type { DocumentProps } from "react-pdf";
import { Spinner } from "../ui/parts.tsx";
import { DrawnPage } from "./drawn-page.tsx";
import { originalQuery } from "./queries.ts";
import type { SourcePlace } from "./source-place.ts";

// the build lays these beside the scripts (vite.config.ts)
const parts = `/assets/pdf-${pdfjs.version}`;
pdfjs.GlobalWorkerOptions.workerSrc = `${parts}/pdf.worker.min.mjs`;

const options: DocumentProps["options"] = {
  cMapUrl: `${parts}/cmaps/`,
  standardFontDataUrl: `${parts}/standard_fonts/`,
  wasmUrl: `${parts}/wasm/`,
  iccUrl: `${parts}/iccs/`,
  // nothing in a file acts: no forms of its own, and its scripts have no engine here
  enableXfa: false,
  // an A0 sheet at 150 dpi has 35 million points; a larger picture is left out rather than unpacked
  maxImageSize: 40_000_000,
};

type Props = {
  citation: SourcePlace;
  /** What a reader shows as the number of a page, by position from 1. */
  labelOf(number: number): string;
  /** The page cannot be drawn; the sentence says so. */
  onProblem(sentence: string): void;
};

/** The original PDF at the cited page as it was printed, the cited words marked. */
export default function OriginalPage({ citation, labelOf, onProblem }: Props) {
  const { data, error } = useQuery(originalQuery(citation.documentId, citation.version));
  useEffect(() => {
    if (error) onProblem(`The original could not be opened: ${error.message}`);
  }, [error, onProblem]);
  // what is handed over for drawing moves into its worker: a copy goes
  const file = useMemo(() => (data === undefined ? null : { data: data.slice() }), [data]);
  const fail = useCallback(
    () => onProblem("The original page could not be drawn here. This is its text."),
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
