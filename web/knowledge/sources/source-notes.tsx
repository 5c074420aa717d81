import { useRef, type ReactNode } from "react";
import type { Citation } from "#contract/answering/answers.ts";
import { useAlignedNotes } from "./aligned-notes.ts";
import { citedWords } from "#contract/answering/cited-words.ts";
import { MatchMeter } from "./match-meter.tsx";
import { PageCrop } from "./page-crop.tsx";
import { placeAndVersionOf } from "./source-label.ts";
import { inOneLine } from "./text-parts.ts";
import { FileName } from "#web/ui/file-name.tsx";
import classes from "./source-notes.module.css";

type Props = {
  citations: Citation[];
  /** The recorded answer; null while it is being written; "none" if it is not recorded. */
  interactionId: number | "none" | null;
  /** The sentence is the quote: the note doesn't repeat it. */
  isQuoted: boolean;
  /** Tells them from those of another answer on the screen. */
  label?: string;
  /** For the record: loads pictures before printing. */
  isRecord?: boolean;
  /** Below each note. */
  below?(citation: Citation): ReactNode;
  lit: number | null;
  onLight(marker: number | null): void;
  onOpen(citation: Citation): void;
};

/** 'Sources:' as margin notes beside their sentences, one for each passage: document, place, version, and the page itself. */
export function SourceNotes({
  citations,
  interactionId,
  isQuoted,
  label = "Sources",
  isRecord = false,
  below,
  lit,
  onLight,
  onOpen,
}: Props) {
  const list = useRef<HTMLOListElement>(null);
  useAlignedNotes(list, citations);
  return (
    <aside className={classes.notes} aria-label={label}>
      <h3 className={classes.title}>Sources:</h3>
      <ol ref={list}>
        {byPassage(citations).map(([citation, ...others]) => {
          const markers = [citation, ...others].map(({ marker }) => marker);
          return (
            <li key={citation.marker} data-markers={markers.join(" ")}>
              <button
                type="button"
                className={classes.note}
                data-lit={(lit !== null && markers.includes(lit)) || undefined}
                onMouseEnter={() => onLight(citation.marker)}
                onMouseLeave={() => onLight(null)}
                onFocus={() => onLight(citation.marker)}
                onBlur={() => onLight(null)}
                onClick={() => onOpen(citation)}
              >
                <span className={classes.marker} aria-hidden>
                  {markers.join(", ")}
                </span>
                <span className={classes.body}>
                  <span className={classes.name}>
                    <FileName>{citation.documentName}</FileName>
                  </span>
                  <span className={classes.place}>
                    <Place citation={citation} isQuoted={isQuoted} />
                  </span>
                  {citation.page !== null ? (
                    <PageCrop citation={citation} interactionId={interactionId} isEager={isRecord} />
                  ) : (
                    !isQuoted &&
                    citation.quote && (
                      <q className={classes.quote}>{shortened(inOneLine(citedWords(citation)))}</q>
                    )
                  )}
                </span>
              </button>
              {below !== undefined && <div className={classes.below}>{below(citation)}</div>}
            </li>
          );
        })}
      </ol>
    </aside>
  );
}

/**
 * The meter is next to the last word, never alone on a line. The sentences of a model and of a reviewer are checked one by one:
 * their sources have only the score of the search.
 */
function Place({ citation, isQuoted }: { citation: Citation; isQuoted: boolean }) {
  const place = placeAndVersionOf(citation);
  const last = place.lastIndexOf(" ") + 1;
  return (
    <>
      {place.slice(0, last)}
      <span className={classes.last}>
        {place.slice(last)}
        <MatchMeter score={citation.score} isChance={isQuoted} />
      </span>
    </>
  );
}

/** Marks into the same passage share one note, at the first mark. */
function byPassage(citations: Citation[]): [Citation, ...Citation[]][] {
  const groups = new Map<string, [Citation, ...Citation[]]>();
  for (const citation of citations) {
    const place = `${citation.documentId}/${citation.version}/${citation.passage}`;
    const group = groups.get(place);
    if (group === undefined) groups.set(place, [citation]);
    else group.push(citation);
  }
  return [...groups.values()];
}

function shortened(quote: string): string {
  // don't cut a word, except in languages without spaces
  return quote.length > 220 ? `${quote.slice(0, 210).replace(/\s+\S{0,40}$/, "")}…` : quote;
}
