import { useCallback } from "react";
import type { Citation } from "#contract/answers.ts";
import { SourcePeek } from "./source-peek.tsx";

/** What the marks of one answer show of their sources; always the same while the sources are, so that no text is drawn anew. */
export function useSourcePeek(citations: Citation[], interactionId: number | null) {
  return useCallback(
    (marker: number) => {
      const citation = citations.find((item) => item.marker === marker);
      return citation === undefined ? null : <SourcePeek citation={citation} interactionId={interactionId} />;
    },
    [citations, interactionId],
  );
}
