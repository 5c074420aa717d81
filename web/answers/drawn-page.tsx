import { useElementSize } from "@mantine/hooks";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { Page } from "react-pdf";
import type { PageProps } from "react-pdf";
import "react-pdf/dist/Page/TextLayer.css";
import { IconButton } from "../ui/icon-button.tsx";
import { Spinner } from "../ui/parts.tsx";
import { findOnPage } from "./find-on-page.ts";
import type { SourcePlace } from "./source-place.ts";
import classes from "./drawn-page.module.css";

/** Points of the device per point of the screen: more cannot be seen and quadruples the memory. */
const sharpest = 2;
/** A page longer than this many times its width is drawn narrower: canvases end at 32,767 points. */
const longest = 4;

type Loaded = Parameters<NonNullable<PageProps["onLoadSuccess"]>>[0];
type Text = Parameters<NonNullable<PageProps["onGetTextSuccess"]>>[0];
type Props = { citation: SourcePlace; pages: number; labelOf(number: number): string; onFail(): void };

/** One page at a time, turned with buttons or arrow keys. */
export function DrawnPage({ citation, pages, labelOf, onFail }: Props) {
  const cited = Math.min(citation.page ?? citation.pageIndex + 1, pages);
  const [number, setNumber] = useState(cited);
  const [page, setPage] = useState<Loaded | null>(null);
  const [text, setText] = useState<Text | null>(null);
  const { ref, width } = useElementSize();
  const mark = useRef<HTMLDivElement>(null);
  const turn = (to: number) => {
    if (to < 1 || to > pages || to === number) return;
    setNumber(to);
    setPage(null);
    setText(null);
  };
  const boxes = useMemo(() => {
    const quote = citation.quote || citation.passage;
    if (page === null || text === null || number !== cited || quote === "") return null;
    const view = page.getViewport({ scale: 1 });
    const items = text.items.flatMap((item) => ("str" in item ? [{ ...item, text: item.str }] : []));
    return findOnPage(items, quote, (x, y) => {
      const [left = 0, top = 0] = view.convertToViewportPoint(x, y);
      return [left / view.width, top / view.height];
    });
  }, [page, text, number, cited, citation]);
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
          <p className={classes.note}>The cited words could not be marked here; the text shows them.</p>
        )}
      </div>
      <div
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
              width={ratio > longest ? (width * longest) / ratio : width}
              devicePixelRatio={Math.min(window.devicePixelRatio, sharpest)}
              renderAnnotationLayer={false}
              onLoadSuccess={setPage}
              onGetTextSuccess={setText}
              onLoadError={onFail}
              onRenderError={onFail}
              onRenderSuccess={() => {
                mark.current?.scrollIntoView({ block: "center" });
              }}
              loading={<Spinner label="Drawing the page" />}
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
