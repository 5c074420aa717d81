import { Link } from "@tanstack/react-router";
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

/** The passages supporting an answer, verbatim as recorded; documents may have changed or gone since. */
export function RecordedPassages({ citations }: { citations: Citation[] }) {
  const isPrinting = usePrinting();
  const mayLookBack = useMay("interaction:list");
  return (
    <details className={classes.passages} {...(isPrinting ? { open: true } : {})}>
      <summary>Passages at the time</summary>
      {citations.map((citation) => (
        <details key={citation.marker} id={idOf(citation.marker)} {...(isPrinting ? { open: true } : {})}>
          <summary>
            <span className={classes.marker}>{citation.marker}</span> {labelOf(citation)}, version{" "}
            {citation.version}
          </summary>
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
      ))}
    </details>
  );
}
