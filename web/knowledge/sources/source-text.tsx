import { useEffect, useRef } from "react";
import type { DocumentContent } from "#contract/knowledge/documents.ts";
import type { z } from "zod";
import { citedWords } from "#contract/answering/cited-words.ts";
import { keepInSight } from "./keep-in-sight.ts";
import { locateQuote } from "./locate-quote.ts";
import { PassageText } from "./passage-text.tsx";
import type { SourcePlace } from "./source-place.ts";
import classes from "./source-view.module.css";

type Props = {
  pages: z.output<typeof DocumentContent>["pages"];
  citation: SourcePlace;
  onChoose?: ((words: string) => void) | undefined;
};

/** The extracted text, page by page, the cited words marked and in view. */
export function SourceText({ pages, citation, onChoose }: Props) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => (place.current === null ? undefined : keepInSight(place.current)), [pages]);
  return (
    <div className={classes.pages} tabIndex={0} role="region" aria-label="Text of the document">
      {pages.map((page) => {
        const span =
          page.index === citation.pageIndex
            ? locateQuote(page.text, citedWords(citation) || citation.passage)
            : null;
        return (
          <section key={page.index} className={classes.page}>
            {page.number !== null && <p className={classes.number}>Page {page.label ?? page.number}</p>}
            <PassageText text={page.text} lit={span} place={place} onChoose={onChoose} />
          </section>
        );
      })}
    </div>
  );
}
