import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Citation } from "#contract/answering/answers.ts";
import { citedWords } from "#contract/answering/cited-words.ts";
import { locateQuote } from "#web/knowledge/sources/locate-quote.ts";
import { PassageText } from "#web/knowledge/sources/passage-text.tsx";
import { labelOf } from "#web/knowledge/sources/source-label.ts";
import { useMay } from "#web/kernel/session.tsx";
import { usePrinting } from "#web/ui/printing.ts";
import classes from "./recorded-answer.module.css";

const idOf = (marker: number) => `recorded-passage-${marker}`;

/** Opens a mark's passage in the list below its answer, for readers who can't open the document. */
export function openRecordedPassage(marker: number): void {
  const passage = document.getElementById(idOf(marker));
  if (!(passage instanceof HTMLDetailsElement)) return;
  passage.open = true;
  const fold = passage.parentElement?.closest("details");
  if (fold) fold.open = true;
  passage.querySelector("summary")?.focus();
  passage.scrollIntoView({ block: "nearest" });
}

/** The passages supporting an answer, for a reader without its documents. */
export function RecordedPassages({ citations }: { citations: Citation[] }) {
  const isPrinting = usePrinting();
  return (
    <details className={classes.passages} {...(isPrinting ? { open: true } : {})}>
      <summary>Passages at the time</summary>
      {citations.map((citation) => (
        <RecordedPassage key={citation.marker} citation={citation}>
          <span className={classes.marker}>{citation.marker}</span> {labelOf(citation)}, version{" "}
          {citation.version}
        </RecordedPassage>
      ))}
    </details>
  );
}

/** A passage verbatim as recorded, folded below its name; its document may have changed or gone since. */
export function RecordedPassage({ citation, children }: { citation: Citation; children: ReactNode }) {
  const isPrinting = usePrinting();
  const mayLookBack = useMay("interaction:list");
  return (
    <details id={idOf(citation.marker)} className={classes.recorded} {...(isPrinting ? { open: true } : {})}>
      <summary>{children}</summary>
      <div className={classes.passage}>
        <PassageText text={citation.passage} lit={locateQuote(citation.passage, citedWords(citation))} />
      </div>
      {mayLookBack && (
        <p className={classes.lookBack}>
          <Link
            to="/look-back"
            search={{
              document: citation.documentId,
              version: citation.version,
              leaf: citation.pageIndex,
            }}
          >
            See who else received this page
          </Link>
        </p>
      )}
    </details>
  );
}
