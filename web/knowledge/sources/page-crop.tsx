import { useState } from "react";
import { getCitationPicture, type Citation } from "#contract/answering/answers.ts";
import { locate } from "#web/kernel/api.ts";
import { citedWords } from "#contract/answering/cited-words.ts";
import { locateQuote } from "./locate-quote.ts";
import { inOneLine } from "./text-parts.ts";
import classes from "./page-crop.module.css";

type Props = {
  citation: Citation;
  /**
   * The recorded answer, whose pictures are kept; null while it is being written, when only space is reserved; "none" for
   * an answer that is not recorded.
   */
  interactionId: number | "none" | null;
  /** Fetched even out of sight: a record may be printed at any moment. */
  isEager?: boolean;
};

/** The cited words in their document, at a fixed size: a crop of the page, or of the text. */
export function PageCrop({ citation, interactionId, isEager = false }: Props) {
  const [hasNone, setHasNone] = useState(false);
  // Word and text files have no pages to crop
  const isText = citation.page === null || hasNone || interactionId === "none";
  return (
    <span className={classes.crop} data-text={isText || undefined}>
      {isText ? (
        <TextCrop citation={citation} />
      ) : (
        interactionId !== null && (
          <img
            src={locate(getCitationPicture, { interactionId, marker: citation.marker }).url}
            alt={citedWords(citation)}
            width={720}
            height={288}
            loading={isEager ? "eager" : "lazy"}
            decoding="async"
            onError={() => setHasNone(true)}
          />
        )
      )}
    </span>
  );
}

/** Characters before the cited words. */
const before = 90;
const after = 400;

function TextCrop({ citation }: { citation: Citation }) {
  const passage = inOneLine(citation.passage);
  const words = inOneLine(citedWords(citation));
  const span = locateQuote(passage, words);
  if (span === null) return <mark>{words}</mark>;
  const from = Math.max(0, span.start - before);
  return (
    <span className={classes.words}>
      {from > 0 && "…"}
      {passage.slice(from, span.start)}
      <mark>{passage.slice(span.start, span.end)}</mark>
      {passage.slice(span.end, span.end + after)}
    </span>
  );
}
