import { useEffect } from "react";

/** Where a person was when it opened is where they are when it closes; the kit forgets it when the dialog is taken away. */
export function useFocusBack(opened: boolean): void {
  useEffect(() => {
    if (!opened) return;
    const from = document.activeElement;
    return () => {
      requestAnimationFrame(() => {
        const at = document.activeElement;
        const isLost = at === null || at === document.body || at.closest("[role=dialog]") !== null;
        if (isLost && from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}
