import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Encoding } from "#contract/knowledge/documents.ts";
import { formatNumber } from "#web/ui/format.ts";
import { encodingQuery } from "./queries.ts";
import classes from "./documents-tab.module.css";

/** The theme's progress toward semantic search; nothing if it was ready before, or with keyword search only. */
export function EncodingProgress({ themeId }: { themeId: number }) {
  const { data } = useQuery(encodingQuery(themeId));
  const sentence = data === undefined ? null : sentenceOf(data);
  // it stays until the dialog closes
  const [wasShown, setShown] = useState(false);
  if (sentence !== null && !wasShown) setShown(true);
  return (
    <p className={classes.encoding} role="status">
      {sentence ?? (wasShown ? "Search by meaning is ready." : null)}
    </p>
  );
}

function sentenceOf({ encoder, isWorking, passages, encoded }: Encoding): string | null {
  if (encoder === null || encoded >= passages) return null;
  return isWorking
    ? `Preparing search by meaning: ${formatNumber(encoded)} of ${formatNumber(passages)} passages. Questions are answered meanwhile.`
    : "Search by meaning isn't available because the embedding model doesn't work. Questions are answered by words alone; the operator finds the reason in the log.";
}
