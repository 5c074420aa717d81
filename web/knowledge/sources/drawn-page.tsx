import { useElementSize } from "@mantine/hooks";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { Page } from "react-pdf";
import "react-pdf/dist/Page/TextLayer.css";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Spinner } from "#web/ui/parts.tsx";
import { citedWords } from "#contract/answering/cited-words.ts";
import { useCitedBoxes, type LoadedPage, type PageText } from "./cited-boxes.ts";
import { citedColumn } from "./cited-column.ts";
import { keepInSight } from "./keep-in-sight.ts";
import type { SourcePlace } from "./source-place.ts";
import classes from "./drawn-page.module.css";

/** Device pixels per CSS pixel: more is invisible and quadruples the memory. */
const sharpest = 2;
/** A page taller than this many times its width renders narrower: canvases end at 32,767 points. */
const longest = 4;
/** Below this width a whole page is too small to read: the column of the cited words fills it. */
const readable = 480;
const noText: PageText = { items: [], styles: {}, lang: null };

type Props = { citation: SourcePlace; pages: number; labelOf(number: number): string; onFail(): void };

/** One page at a time, turned with buttons or arrow keys. */
export function DrawnPage({ citation, pages, labelOf, onFail }: Props) {
  const cited = Math.min(citation.page ?? citation.pageIndex + 1, pages);
  const [number, setNumber] = useState(cited);
  const [page, setPage] = useState<LoadedPage | null>(null);
  const [text, setText] = useState<PageText | null>(null);
  const [drawn, setDrawn] = useState(0);
  const { ref, width } = useElementSize();
  const desk = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLDivElement>(null);
  const turn = (to: number) => {
    if (to < 1 || to > pages || to === number) return;
    setNumber(to);
    setPage(null);
    setText(null);
    setDrawn(0);
  };
  const words = number === cited ? citedWords(citation) || citation.passage : "";
  const boxes = useCitedBoxes(page, text, words);
  const isNarrow = width < readable && words !== "";
  const column = isNarrow && boxes !== null ? citedColumn(boxes) : { start: 0, width: 1 };
  useEffect(() => {
    if (drawn !== number || mark.current === null) return;
    const sheet = mark.current.parentElement;
    if (sheet !== null) desk.current?.scrollTo({ left: column.start * sheet.offsetWidth });
    return keepInSight(mark.current);
  }, [drawn, number, boxes, column.start]);
  const byKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, PageUp: -1, ArrowRight: 1, PageDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    turn(number + step);
  };
  const ratio = page === null ? 1 : page.originalHeight / page.originalWidth;
  return (
    <div onKeyDown={byKey}>
      <div className={classes.bar}>
        <IconButton
          icon={ChevronLeft}
          label="Previous page"
          disabled={number <= 1}
          onClick={() => turn(number - 1)}
        />
        <p aria-live="polite">
          Page {labelOf(number)} <span className={classes.of}>of {pages}</span>
        </p>
        <IconButton
          icon={ChevronRight}
          label="Next page"
          disabled={number >= pages}
          onClick={() => turn(number + 1)}
        />
        {number !== cited && citation.passage !== "" && (
          <button type="button" className={classes.back} onClick={() => turn(cited)}>
            Back to the cited page
          </button>
        )}
        {boxes?.length === 0 && (
          <p className={classes.note}>
            The cited words could not be highlighted here; the text view shows them.
          </p>
        )}
      </div>
      <div
        ref={desk}
        className={classes.desk}
        tabIndex={0}
        role="region"
        aria-label={`Original page ${labelOf(number)}; arrow keys turn the page`}
      >
        <div ref={ref} className={classes.sheet}>
          {width > 0 && (
            <Page
              key={number}
              pageNumber={number}
              suspense={false}
              width={(ratio > longest ? (width * longest) / ratio : width) / column.width}
              // its final size is known with the column
              renderMode={isNarrow && boxes === null ? "none" : "canvas"}
              devicePixelRatio={Math.min(window.devicePixelRatio, sharpest)}
              renderAnnotationLayer={false}
              onLoadSuccess={setPage}
              onGetTextSuccess={setText}
              onGetTextError={() => setText(noText)}
              onLoadError={onFail}
              onRenderError={onFail}
              onRenderSuccess={() => setDrawn(number)}
              loading={<Spinner label="Loading the page" />}
              error=""
              noData=""
            >
              {boxes?.map((box, index) => (
                <div
                  key={index}
                  ref={index === 0 ? mark : undefined}
                  className={classes.mark}
                  data-testid="cited-words"
                  style={{
                    left: `${box.left * 100}%`,
                    top: `${box.top * 100}%`,
                    width: `${box.width * 100}%`,
                    height: `${box.height * 100}%`,
                  }}
                />
              ))}
            </Page>
          )}
        </div>
      </div>
    </div>
  );
}
