import { useEffect, useMemo, useState } from "react";
import { pdfjs, type PageProps } from "react-pdf";
import { findOnPage, type Box } from "./find-on-page.ts";
import { edgesOf, letterWidths, type LetterWidths } from "./letter-edges.ts";

export type LoadedPage = Parameters<NonNullable<PageProps["onLoadSuccess"]>>[0];
export type PageText = Parameters<NonNullable<PageProps["onGetTextSuccess"]>>[0];

/** Positions of words on a rendered page; null until known, and when there are no words to find. */
export function useCitedBoxes(page: LoadedPage | null, text: PageText | null, words: string): Box[] | null {
  const [widths, setWidths] = useState<{ page: LoadedPage; letters: LetterWidths } | null>(null);
  const isWanted = words !== "";
  useEffect(() => {
    if (page === null || !isWanted) return;
    let isShown = true;
    const keep = (letters: LetterWidths) => {
      if (isShown) setWidths({ page, letters });
    };
    page.getOperatorList().then(
      (drawing) => keep(letterWidths(drawing, pdfjs.OPS)),
      // the page then reports its own rendering failure
      () => keep(new Map()),
    );
    return () => void (isShown = false);
  }, [page, isWanted]);
  return useMemo(() => {
    if (page === null || text === null || !isWanted || widths?.page !== page) return null;
    const view = page.getViewport({ scale: 1 });
    const items = text.items.flatMap((item) => {
      if (!("str" in item)) return [];
      const { str, fontName, width, transform, height, dir } = item;
      const [a = 1, b = 0] = transform as number[];
      const edges = edgesOf({ text: str, fontName, width, size: Math.hypot(a, b) }, widths.letters);
      return [{ text: str, transform: transform as number[], height, edges, dir }];
    });
    return findOnPage(items, words, (x, y) => {
      const [left = 0, top = 0] = view.convertToViewportPoint(x, y);
      return [left / view.width, top / view.height];
    });
  }, [page, text, words, isWanted, widths]);
}
