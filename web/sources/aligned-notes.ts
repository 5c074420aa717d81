import { useLayoutEffect } from "react";
import type { RefObject } from "react";

/** From the top of a note's box to its first line. */
const inset = 6;

/**
 * Begins each note beside its sentence, and pushes it down where the note before still stands. The list is inside
 * an element with `data-answer`, whose first child holds the marks; notes that stand below the answer stay as they are.
 */
export function useAlignedNotes(list: RefObject<HTMLOListElement | null>, notes: unknown): void {
  useLayoutEffect(() => {
    const answer = list.current?.closest("[data-answer]");
    const text = answer?.firstElementChild;
    if (list.current === null || !answer || !text) return;
    const notesOf = list.current;
    const place = () => align(notesOf, text);
    place();
    // typefaces that arrive, folds that open, a window that changes
    const observer = new ResizeObserver(place);
    observer.observe(text);
    return () => observer.disconnect();
  }, [list, notes]);
}

function align(list: HTMLOListElement, text: Element): void {
  const notes = [...list.children].filter((note) => note instanceof HTMLElement);
  for (const note of notes) note.style.marginTop = "";
  if (list.getBoundingClientRect().left < text.getBoundingClientRect().right) return;
  const places = notes.map((note) => ({
    note,
    top: note.getBoundingClientRect().top,
    wanted: topOf(note.dataset.markers ?? "", text),
  }));
  let pushed = 0;
  for (const { note, top, wanted } of places) {
    const more = wanted === null ? 0 : wanted - inset - (top + pushed);
    if (more <= 0) continue;
    note.style.marginTop = `${more}px`;
    pushed += more;
  }
}

/**
 * Where the first of these marks is drawn; of a quote, which is longer than a sentence, where its answering words begin.
 * Null while neither is drawn, as in a closed fold.
 */
function topOf(markers: string, text: Element): number | null {
  const tops = markers.split(" ").flatMap((marker) => {
    const words = `[data-quoted] [data-carried-by~="${marker}"]`;
    return [...text.querySelectorAll(`${words}, [data-mark="${marker}"]`)].flatMap((part) => {
      const [first] = part.getClientRects();
      return first === undefined || first.width === 0 ? [] : [first.top];
    });
  });
  return tops.length === 0 ? null : Math.min(...tops);
}
