import { useCallback, useEffect, useRef } from "react";

/**
 * Captures typing before the menu has loaded: its first opening fetches it, and people who know the name don't wait.
 * Keeps the letters out of the previously focused field.
 * @returns hands over the captured text, and leaves the rest to the menu's own field
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
