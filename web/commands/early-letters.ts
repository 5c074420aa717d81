import { useCallback, useEffect, useRef } from "react";

/**
 * What is typed before the menu can hear it: its first opening fetches it, and whoever knows the name does not wait. The
 * letters do not reach the field that had the focus meanwhile.
 * @returns hands over what was typed so far, and leaves the rest to the menu's own field
 */
export function useEarlyLetters(isOpen: boolean): () => string {
  const letters = useRef<string | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    letters.current = "";
    const keep = (event: KeyboardEvent) => {
      if (letters.current === null || event.ctrlKey || event.metaKey || event.isComposing) return;
      if (event.key === "Backspace") letters.current = letters.current.slice(0, -1);
      else if (event.key.length === 1) letters.current += event.key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("keydown", keep, { capture: true });
    return () => {
      letters.current = null;
      document.removeEventListener("keydown", keep, { capture: true });
    };
  }, [isOpen]);
  return useCallback(() => {
    const typed = letters.current ?? "";
    letters.current = null;
    return typed;
  }, []);
}
