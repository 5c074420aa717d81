import type { Citation } from "#contract/answering/answers.ts";
import { PageCrop } from "./page-crop.tsx";
import { placeOf } from "./source-label.ts";
import { FileName } from "#web/ui/file-name.tsx";
import classes from "./source-peek.module.css";

/** A mark's preview before it is pressed: the cited words on their page. */
export function SourcePeek({
  citation,
  interactionId,
}: {
  citation: Citation;
  interactionId: number | null;
}) {
  return (
    <span className={classes.peek}>
      <PageCrop citation={citation} interactionId={interactionId} />
      <span className={classes.name}>
        <FileName>{citation.documentName}</FileName>
      </span>
      <span className={classes.place}>{placeOf(citation)}</span>
    </span>
  );
}
