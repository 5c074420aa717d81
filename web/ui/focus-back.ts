import { useEffect } from "react";

/** Dialogs that replace each other, such as details and their review, switch within this many ms. */
const turn = 500;

/** The opener of the last dialog, and the deadline for the next one to count as its successor. */
let before: { places: HTMLElement[]; until: number } = { places: [], until: 0 };

/**
 * On closing, returns focus to its position at opening; the kit loses it when the dialog unmounts. If that element is
 * gone, such as a deleted row, focus goes to its container.
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

/** On nothing, or on something about to disappear. */
function isLost(at: Element | null): boolean {
  return at === null || at === document.body || at.closest("[role=dialog]") !== null;
}

/** The element itself and its focusable ancestors, nearest first: its table, its screen. */
function placesAround(element: Element | null): HTMLElement[] {
  const places: HTMLElement[] = [];
  for (let index = element; index !== null && index !== document.body; index = index.parentElement)
    if (index instanceof HTMLElement && (index === element || index.hasAttribute("tabindex")))
      places.push(index);
  return places;
}
