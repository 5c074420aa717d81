import { useMediaQuery } from "@mantine/hooks";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Citation } from "#contract/answering/answers.ts";
import { useSearchParams, useSetSearchParams } from "#web/ui/search-params.ts";
import { preloadModal } from "#web/ui/modal.tsx";
import type { Turn } from "./chat.ts";

/** The minimum width for reading the answer and the page side by side. */
const wideEnough = "(min-width: 1100px)";
const names = ["source"];

type OpenedSource = {
  /** Not cited by an answer (a nearest passage), or the window is too narrow for two columns. */
  alone: Citation | null;
  /** Beside its answer. */
  beside: { citations: Citation[]; marker: number } | null;
  open(citation: Citation, turn: Turn): void;
  step(marker: number): void;
  close(): void;
};

/** The open source; for an answer, kept in the URL ('source=INTERACTION-MARK') to make the view shareable. */
export function useOpenedSource(turns: readonly Turn[]): OpenedSource {
  const named = namedSource(useSearchParams(names).text("source"));
  const change = useSetSearchParams();
  const isWide = useMediaQuery(wideEnough) ?? false;
  const [near, setNear] = useState<Citation | null>(null);
  const turn = named && turns.find(({ interactionId }) => interactionId === named.interactionId);
  const cited = turn?.citations.find(({ marker }) => marker === named?.marker) ?? null;
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = cited !== null;
  }, [cited]);
  // with the connection lost, a click then fails to open the source but keeps the screen
  const needsDialog = !isWide && turns.some(({ citations }) => citations.length > 0);
  useEffect(() => {
    if (needsDialog) preloadModal();
  }, [needsDialog]);
  // a stable function, to avoid re-rendering answers while the user types
  const open = useCallback(
    (citation: Citation, { interactionId, citations }: Turn) => {
      const isCited = citations.some(({ marker }) => marker === citation.marker);
      if (interactionId === null || !isCited) return setNear(citation);
      const source = addressOf(interactionId, citation.marker);
      // opening adds a history entry; switching sources doesn't
      if (isOpen.current) change.refine({ source });
      else change.open({ source });
    },
    [change, setNear],
  );
  return {
    alone: near ?? (isWide ? null : cited),
    beside: isWide && turn && cited !== null ? { citations: turn.citations, marker: cited.marker } : null,
    open,
    step(marker) {
      if (named !== null) change.refine({ source: addressOf(named.interactionId, marker) });
    },
    close() {
      setNear(null);
      if (named !== null) change.refine({ source: undefined });
    },
  };
}

const addressOf = (interactionId: number, marker: number) => `${interactionId}-${marker}`;

/** The source named in the URL, if any. */
export function namedSource(text: string): { interactionId: number; marker: number } | null {
  const match = /^(\d{1,9})-(\d{1,3})$/.exec(text);
  return match === null ? null : { interactionId: Number(match[1]), marker: Number(match[2]) };
}
