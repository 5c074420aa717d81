import { useCallback } from "react";
import type { Citation } from "#contract/answering/answers.ts";
import { SourcePeek } from "./source-peek.tsx";

/** Source previews for one answer's marks; stable while the sources are, to avoid re-rendering the text. */
export function useSourcePeek(citations: Citation[], interactionId: number | null) {
  return useCallback(
    (marker: number) => {
      const citation = citations.find((item) => item.marker === marker);
      return citation === undefined ? null : <SourcePeek citation={citation} interactionId={interactionId} />;
    },
    [citations, interactionId],
  );
}
