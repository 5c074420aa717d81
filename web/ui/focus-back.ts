import { useEffect } from "react";

/** Dialogs that take turns, as details and their review, change within so many ms. */
const turn = 500;

/** Where the dialog that opened last was opened from, and until when the next one is taken for its successor. */
let before: { places: HTMLElement[]; until: number } = { places: [], until: 0 };

/**
 * Where a person was when it opened is where they are when it closes; the kit forgets it when the dialog is taken away.
 * What they pressed may be gone by then, as a row that was deleted: then they are in what it stood in.
 */
export function useFocusBack(opened: boolean): void {
  useEffect(() => {
    if (!opened) return;
    const from = document.activeElement;
    const isSuccessor = isLost(from) && performance.now() < before.until;
    const own = { places: [...placesAround(from), ...(isSuccessor ? before.places : [])], until: Infinity };
    before = own;
    return () => {
      own.until = performance.now() + turn;
      requestAnimationFrame(() => {
        if (!isLost(document.activeElement)) return;
        for (const place of [...own.places, document.querySelector("main")]) {
          place?.focus({ preventScroll: true });
          if (document.activeElement === place) return;
        }
      });
    };
  }, [opened]);
}

/** On nothing, or on what is about to go. */
function isLost(at: Element | null): boolean {
  return at === null || at === document.body || at.closest("[role=dialog]") !== null;
}

/** The element itself, and what around it can be focused, the nearest first: its table, its screen. */
function placesAround(element: Element | null): HTMLElement[] {
  const places: HTMLElement[] = [];
  for (let place = element; place !== null && place !== document.body; place = place.parentElement)
    if (place instanceof HTMLElement && (place === element || place.hasAttribute("tabindex")))
      places.push(place);
  return places;
}
