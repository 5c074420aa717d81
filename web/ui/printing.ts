import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** When the page went on its way to paper, null while it has not. It is drawn at once: the printer does not wait for a later frame. */
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

/** Whether the page is on its way to paper. */
export function usePrinting(): boolean {
  return usePrintedAt() !== null;
}

/** As many of a list as one reads on a screen; on paper all of them, for there is no way on from it. */
export function useShown(many: number): number {
  return usePrinting() ? Number.POSITIVE_INFINITY : many;
}
