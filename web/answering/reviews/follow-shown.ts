import { useEffect, useRef, type RefObject } from "react";

/**
 * If only the list or the open case fits, moves focus to the visible one: the other disappears along with the focus.
 * Returning to the list focuses the case that was open.
 */
export function useFollowShown(
  view: RefObject<HTMLElement | null>,
  isAlone: boolean,
  opened: number | undefined,
): void {
  const wasAlone = useRef(isAlone);
  const lastOpened = useRef(opened);
  useEffect(() => {
    if (isAlone === wasAlone.current) return;
    wasAlone.current = isAlone;
    const shown = view.current;
    if (isAlone && shown?.previousElementSibling?.checkVisibility() === false)
      shown.focus({ preventScroll: true });
    if (!isAlone && shown?.checkVisibility() === false)
      document.getElementById(`case-${lastOpened.current}`)?.focus();
  }, [view, isAlone]);
  useEffect(() => {
    if (isAlone) lastOpened.current = opened;
  }, [isAlone, opened]);
}
