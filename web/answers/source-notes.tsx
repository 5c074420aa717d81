import type { Citation } from "#contract/answers.ts";
import { citedWords } from "./cited-words.ts";
import classes from "./source-notes.module.css";

type Props = {
  citations: Citation[];
  lit: number | null;
  onLight(marker: number | null): void;
  onOpen(citation: Citation): void;
};

/** 'Sources:' as margin notes: document, page or section, score, and the words the sentence rests on. */
export function SourceNotes({ citations, lit, onLight, onOpen }: Props) {
  return (
    <aside className={classes.notes} aria-label="Sources">
      <h3 className={classes.title}>Sources:</h3>
      <ol>
        {citations.map((citation) => (
          <li key={citation.marker}>
            <button
              type="button"
              className={classes.note}
              data-lit={lit === citation.marker || undefined}
              onMouseEnter={() => onLight(citation.marker)}
              onMouseLeave={() => onLight(null)}
              onFocus={() => onLight(citation.marker)}
              onBlur={() => onLight(null)}
              onClick={() => onOpen(citation)}
            >
              <span className={classes.marker} aria-hidden>
                {citation.marker}
              </span>
              <span className={classes.body}>
                <span className={classes.name}>{citation.documentName}</span>
                <span className={classes.place}>
                  {placeOf(citation) && <>{placeOf(citation)} </>}
                  <span className={classes.score}>
                    {placeOf(citation) && "· "}
                    {citation.score.toFixed(2)}
                  </span>
                </span>
                {citation.quote && <q className={classes.quote}>{shortened(citedWords(citation))}</q>}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </aside>
  );
}

/** The page a PDF reader shows; Word and text files are cited by section. */
function placeOf(citation: Citation): string {
  return [citation.page === null ? "" : `page ${citation.page}`, citation.section ?? ""]
    .filter(Boolean)
    .join(" · ");
}

/** Document name, score and page, as the specification labels a citation. */
export function labelOf(citation: Citation): string {
  return [citation.documentName, placeOf(citation), `score ${citation.score.toFixed(2)}`]
    .filter(Boolean)
    .join(", ");
}

function shortened(quote: string): string {
  // a word is not cut, unless the language writes none apart
  return quote.length > 220 ? `${quote.slice(0, 210).replace(/\s+\S{0,40}$/, "")}…` : quote;
}
