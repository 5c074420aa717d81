import { useLayoutEffect, type RefObject } from "react";

/** From the top of a note's box to its first line. */
const inset = 6;

/**
 * Aligns each note with its sentence, and pushes it down if it would overlap the previous note. The list is inside an
 * element with `data-answer`, whose first child holds the marks; notes below the answer stay in place. A note of folded
 * sentences gets `data-folded`.
 */
export function useAlignedNotes(list: RefObject<HTMLOListElement | null>, notes: unknown): void {
  useLayoutEffect(() => {
    const answer = list.current?.closest("[data-answer]");
    const text = answer?.firstElementChild;
    if (list.current === null || !answer || !text) return;
    const notesOf = list.current;
    const place = () => align(notesOf, text);
    place();
    // loading fonts, opening folds, resizing the window
    const observer = new ResizeObserver(place);
    observer.observe(text);
    return () => observer.disconnect();
  }, [list, notes]);
}

function align(list: HTMLOListElement, text: Element): void {
  const notes = [...list.children].filter((note) => note instanceof HTMLElement);
  const title = list.previousElementSibling;
  if (title instanceof HTMLElement) title.style.paddingTop = "";
  for (const note of notes) {
    note.style.marginTop = "";
    note.toggleAttribute("data-folded", isFolded(note.dataset.markers ?? "", text));
  }
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
    // the title stays above the first note
    if (note === notes[0] && title instanceof HTMLElement) title.style.paddingTop = `${more}px`;
    else note.style.marginTop = `${more}px`;
    pushed += more;
  }
}

function isFolded(markers: string, text: Element): boolean {
  const marks = markers.split(" ").flatMap((marker) => [...text.querySelectorAll(markOf(marker))]);
  return marks.length > 0 && marks.every((mark) => mark.closest("details:not([open])") !== null);
}

const markOf = (marker: string) => `[data-mark="${marker}"]:not([data-remark] *)`;

/**
 * The position of the first of these marks; for a quote longer than a sentence, the start of its answering words. Null
 * while neither is rendered, as in a closed fold.
 */
function topOf(markers: string, text: Element): number | null {
  const tops = markers.split(" ").flatMap((marker) => {
    const words = `[data-quoted] [data-carried-by~="${marker}"]`;
    return [...text.querySelectorAll(`${words}, ${markOf(marker)}`)].flatMap((part) => {
      const [first] = part.getClientRects();
      // what a closed fold hides has a place, but isn't visible
      return first === undefined || first.width === 0 || !part.checkVisibility() ? [] : [first.top];
    });
  });
  return tops.length === 0 ? null : Math.min(...tops);
}
