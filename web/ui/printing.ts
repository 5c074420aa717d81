import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Whether the page is on its way to paper. It is drawn at once: the printer does not wait for a later frame. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}

/** As many of a list as one reads on a screen; on paper all of them, for there is no way on from it. */
export function useShown(many: number): number {
  return usePrinting() ? Number.POSITIVE_INFINITY : many;
}
