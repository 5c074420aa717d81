import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** When printing started, or null. Rendered synchronously: the printer doesn't wait for a later frame. */
export function usePrintedAt(): string | null {
  const [printedAt, setPrintedAt] = useState<string | null>(null);
  useEffect(() => {
    const begin = () => flushSync(() => setPrintedAt(new Date().toISOString()));
    const end = () => setPrintedAt(null);
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, []);
  return printedAt;
}

/** Whether the page is being printed. */
export function usePrinting(): boolean {
  return usePrintedAt() !== null;
}

/** A readable number of list rows on screen; all of them in print, where there is no next page. */
export function useShown(many: number): number {
  return usePrinting() ? Number.POSITIVE_INFINITY : many;
}
